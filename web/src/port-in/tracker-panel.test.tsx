// @vitest-environment jsdom
import { listLines } from '@portside/contract/lines';
import {
  bringNumber,
  cancelPortIn,
  listPortIns,
  type PortIn,
  resubmitPortIn,
  updatePortIn,
} from '@portside/contract/port-in';
import { portInReasons, type PortInReason } from '@portside/contract/port-in-reasons';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { TrackerPanel } from './tracker-panel.tsx';
import { usePortIns } from './use-port-ins.ts';

const now = new Date().toISOString();
const step = (status: PortIn['status'], at = '2026-11-20T17:42:00Z') => ({
  status,
  at,
  reason: null,
});

const pending: PortIn = {
  id: 'prt_1',
  msisdn: '2125550190',
  zipCode: '10005',
  status: 'pending',
  message: 'Your old carrier is working on it.',
  required: [],
  reason: null,
  canFix: false,
  canCancel: true,
  cancelAsked: false,
  given: { billingAccount: true, pinPassword: true, zipCode: false, names: false, address: false },
  oldCarrier: 'verizon',
  lineId: null,
  waitsForPlan: false,
  waitsForPayment: false,
  attempts: 1,
  createdAt: now,
  updatedAt: now,
  history: [step('draft'), step('submitted'), step('pending')],
};

const rejected = (reason: PortInReason): PortIn => ({
  ...pending,
  status: 'action_needed',
  reason,
  required: [...portInReasons[reason].ask],
  message: portInReasons[reason].message,
  canFix: true,
  history: [...pending.history, step('action_needed')],
});

function Screen() {
  return <TrackerPanel lines={[]} portIns={usePortIns().data?.portIns ?? []} />;
}

function show(first: PortIn, ...more: Answer[]) {
  let portIn = first;
  const page = showScreen(<Screen />, {
    answers: [
      ...more,
      answering(listPortIns, () => ({ portIns: [portIn] })),
      answering(listLines, () => ({ lines: [] })),
      answering(resubmitPortIn, () => {
        portIn = { ...pending, attempts: 2 };
        return { portInId: 'prt_1', status: 'submitted' as const, message: 'Thank you.' };
      }),
      answering(cancelPortIn, () => {
        portIn = { ...pending, status: 'cancelled', message: 'You cancelled.', canCancel: false };
        return { status: 'cancelled' as const, message: 'Your number stays where it is.' };
      }),
      answering(updatePortIn, () => ({
        portInId: 'prt_1',
        status: 'draft' as const,
        message: 'Saved.',
      })),
      answering(bringNumber, () => ({
        portInId: 'prt_1',
        status: 'pending' as const,
        message: 'Soon.',
      })),
    ],
  });
  return { ...page, user: userEvent.setup(), become: (next: PortIn) => (portIn = next) };
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const button = (inside: HTMLElement, name: string) => within(inside).getByRole('button', { name });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a port-in shows its stops with their times, and where it is now', async () => {
  show(pending);
  const route = await screen.findByRole('list', { name: 'The way of your number' });
  const stops = within(route).getAllByRole('listitem');
  expect(stops).toHaveLength(5);
  expect(stops[1]?.textContent).toContain('Sent to your old carrier (done)');
  expect(stops[1]?.textContent).toContain('Nov 20, 12:42 PM');
  expect(stops[2]?.getAttribute('aria-current')).toBe('step');
  expect(stops[4]?.textContent).toContain('Your number is here (ahead)');
});

test('a port-in that moves is followed without a reload', async () => {
  const page = show(pending);
  await screen.findByText('Your old carrier is working on it.');
  page.become({
    ...pending,
    status: 'completed',
    message: 'Your number is here.',
    canCancel: false,
    cancelAsked: false,
  });
  await screen.findByText('Your number is here.', { selector: 'p.measure' }, { timeout: 4000 });
});

test.each<[PortInReason, string, string, string, object]>([
  [
    'account_number',
    'Correct the account number',
    'Billing account number',
    '900200300',
    { billingAccountNumber: '900200300' },
  ],
  [
    'transfer_pin',
    'Enter a new transfer PIN',
    'Number Transfer PIN (not your account or voicemail PIN)',
    '991133',
    { billingAccountPassword: '991133' },
  ],
  ['zip', 'Correct the details', 'ZIP Code at your old carrier', '10038', { zipCode: '10038' }],
  ['name', 'Correct the details', 'Last name', 'Moreau', { lastName: 'Moreau' }],
  [
    'address',
    'Correct the details',
    'Address at your old carrier',
    '1 Quay',
    { address: '1 Quay' },
  ],
])(
  '[E10] [E11] [I10] rejected for %s, only that is asked and re-submitted',
  async (reason, press, label, typed, sent) => {
    const page = show(rejected(reason));
    await page.user.click(await screen.findByRole('button', { name: press }));
    const asked = await dialog('Re-submit port-in');
    expect(
      within(asked).getByText('Make sure the details are correct & click “Re-submit”'),
    ).toBeTruthy();
    expect(within(asked).getByText(portInReasons[reason].message)).toBeTruthy();
    const names = within(asked)
      .getAllByRole('textbox')
      .map((one) => one.getAttribute('name'));
    expect(new Set(names)).toEqual(new Set(portInReasons[reason].ask));
    await page.user.click(button(asked, 'Re-submit'));
    expect(page.sent('resubmitPortIn')).toEqual([]);
    expect(asked.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
    await page.user.type(within(asked).getByLabelText(label), typed);
    await page.user.click(button(asked, 'Re-submit'));
    await gone();
    expect(page.sent('resubmitPortIn')).toEqual([
      { msisdn: '2125550190', oldService: { ...sent, carrier: 'verizon' } },
    ]);
    await screen.findByText('Your old carrier is working on it.');
  },
);

test('[E10] a lock is a tick, explained with the name it has at the old carrier', async () => {
  const page = show(rejected('port_locked'));
  expect((await screen.findAllByText(/Number Lock/)).length).toBeGreaterThan(0);
  await page.user.click(screen.getByRole('button', { name: 'The lock is off' }));
  const asked = await dialog('Re-submit port-in');
  await page.user.click(button(asked, 'Re-submit'));
  expect(
    within(asked).getByText('Please switch the lock off at your old carrier first'),
  ).toBeTruthy();
  await page.user.click(
    within(asked).getByRole('checkbox', { name: 'I switched the lock off at my old carrier' }),
  );
  await page.user.click(button(asked, 'Re-submit'));
  await gone();
  expect(page.sent('resubmitPortIn')).toEqual([
    { msisdn: '2125550190', oldService: { lockOff: true, carrier: 'verizon' } },
  ]);
});

test('[E10] [I08] details that are kept can be changed, without sending them off', async () => {
  const page = show({ ...pending, status: 'details_needed', required: ['iccid'] });
  await page.user.click(await screen.findByRole('button', { name: 'Change the details' }));
  const asked = await dialog('Let’s port in your number');
  await page.user.type(within(asked).getByLabelText('Billing account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913');
  await page.user.click(button(asked, 'Save'));
  await gone();
  expect(page.sent('updatePortIn')).toHaveLength(1);
  expect(page.sent('bringNumber')).toEqual([]);
});

test('a draft whose details are kept is sent off by one press', async () => {
  const page = show({ ...pending, status: 'draft', required: [] });
  await page.user.click(await screen.findByRole('button', { name: 'Bring the number over' }));
  await vi.waitFor(() =>
    expect(page.sent('bringNumber')).toEqual([
      { msisdn: '2125550190', zipCode: '10005', tempSubscriptionId: 'prt_1' },
    ]),
  );
});

test('[E10] a number that waits for its details is sent off with them', async () => {
  const page = show({
    ...pending,
    status: 'details_needed',
    required: ['billingAccount', 'pinPassword'],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Give the details' }));
  const asked = await dialog('Let’s port in your number');
  await page.user.type(within(asked).getByLabelText('Billing account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913');
  await page.user.click(button(asked, 'Save'));
  await gone();
  expect(page.sent('bringNumber')).toMatchObject([{ tempSubscriptionId: 'prt_1' }]);
});

test('cancelling asks first, and keeping it changes nothing', async () => {
  const page = show(pending);
  const cancel = await screen.findByRole('button', { name: 'Cancel the move' });
  await page.user.click(cancel);
  await page.user.click(button(await dialog('Cancel bringing this number over?'), 'Keep it going'));
  await gone();
  expect(page.sent('cancelPortIn')).toEqual([]);
  await page.user.click(cancel);
  await page.user.click(
    button(await dialog('Cancel bringing this number over?'), 'Yes, cancel it'),
  );
  await gone();
  expect(page.sent('cancelPortIn')).toEqual([{ id: 'prt_1' }]);
  await screen.findByText('You cancelled.');
  expect(screen.queryByRole('button', { name: 'Cancel the move' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 }));
});
