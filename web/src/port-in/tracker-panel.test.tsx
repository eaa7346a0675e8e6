// @vitest-environment jsdom
import { type Line, listLines } from '@portside/contract/lines';
import {
  bringNumber,
  cancelPortIn,
  checkPortIn,
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
import { no } from '../testing/stage.tsx';
import { PlanInCart } from './plan-link-tile.tsx';
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

function Screen({ lines }: { lines: readonly Line[] }) {
  return <TrackerPanel lines={lines} portIns={usePortIns().data?.portIns ?? []} />;
}

const line: Line = {
  id: 'lin_1',
  mdn: '3475550133',
  nickname: 'Kitchen',
  plan: { id: 'sloop-12', retailName: 'Sloop 12 GB', flag: 3 },
  icon: 'phone',
  iccid: '89014100000000000120',
  simType: 'esim',
  status: 'active',
  paidUntil: null,
};

function show(first: PortIn, ...more: Answer[]) {
  return showWith([], first, ...more);
}

function showWith(lines: readonly Line[], first: PortIn, ...more: Answer[]) {
  let portIn = first;
  const page = showScreen(<Screen lines={lines} />, {
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

const waiting: PortIn = {
  ...pending,
  status: 'awaiting_plan',
  message: 'Nothing was sent to your old carrier yet.',
  waitsForPlan: true,
  history: [step('draft'), step('awaiting_plan')],
};

test.each<[string, PortIn]>([
  ['that waits for a plan', waiting],
  ['whose order was declined', { ...waiting, status: 'draft', waitsForPlan: false }],
])('[I09] a number %s leads to the shop, and is not sent by a press', async (_, portIn) => {
  const page = show(portIn);
  const main = await screen.findByRole('link', { name: 'Choose a plan' });
  expect(main.getAttribute('href')).toBe('/shop');
  expect(screen.queryByRole('button', { name: /Bring/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use it on a line you have' })).toBeNull();
  expect(page.sent('bringNumber')).toEqual([]);
});

test('[I09] with a plan in the cart it leads back to checkout, and while that is paid nowhere', async () => {
  const inCart = (portIn: PortIn) =>
    showScreen(
      <PlanInCart value>
        <TrackerPanel lines={[]} portIns={[portIn]} />
      </PlanInCart>,
    );
  const page = inCart(waiting);
  const main = await screen.findByRole('link', { name: 'Back to checkout' });
  expect(main.getAttribute('href')).toBe('/cart/checkout');
  page.close();
  inCart({ ...waiting, waitsForPlan: false, waitsForPayment: true });
  await screen.findByRole('button', { name: 'Change the details' });
  expect(screen.queryByRole('link', { name: 'Back to checkout' })).toBeNull();
});

test('[I09] a waiting number is put on a line in use after it was said what is lost', async () => {
  const page = showWith([line, { ...line, id: 'lin_2', mdn: '3475550134' }], waiting);
  await page.user.click(await screen.findByRole('button', { name: 'Use it on a line you have' }));
  const question = await dialog('Bring (212) 555-0190 over?');
  expect(within(question).getByText('You give up (347) 555-0133')).toBeTruthy();
  expect(within(question).getByText(/We ask Verizon to let \(212\) 555-0190 go/)).toBeTruthy();
  await page.user.click(within(question).getByRole('combobox'));
  await page.user.click(await screen.findByRole('option', { name: 'Instead of (347) 555-0134' }));
  expect(within(question).getByText('You give up (347) 555-0134')).toBeTruthy();
  expect(page.sent('bringNumber')).toEqual([]);
  await page.user.click(button(question, 'Yes, bring it over'));
  await gone();
  expect(page.sent('bringNumber')).toEqual([
    { msisdn: '2125550190', zipCode: '10005', tempSubscriptionId: 'prt_1', lineId: 'lin_2' },
  ]);
});

test('[E10] the details of a paid line’s number are kept first, and sent after the question', async () => {
  const page = show({
    ...pending,
    status: 'details_needed',
    lineId: 'lin_1',
    required: ['billingAccount', 'pinPassword'],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Give the details' }));
  const asked = await dialog('Let’s port in your number');
  await page.user.type(within(asked).getByLabelText('Billing account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913');
  await page.user.click(button(asked, 'Save'));
  const question = await dialog('Bring (212) 555-0190 over?');
  expect(within(question).getByText('It becomes the number of your new line.')).toBeTruthy();
  expect(within(question).queryByText(/give up/)).toBeNull();
  expect(page.sent('updatePortIn')).toHaveLength(1);
  expect(page.sent('bringNumber')).toEqual([]);
  await page.user.click(button(question, 'Yes, bring it over'));
  await gone();
  expect(page.sent('bringNumber')).toMatchObject([{ tempSubscriptionId: 'prt_1' }]);
});

test('[E10] what a refused question asks for becomes a field of the form', async () => {
  const page = show(
    {
      ...pending,
      status: 'details_needed',
      lineId: 'lin_1',
      required: ['billingAccount', 'pinPassword'],
    },
    answering(bringNumber, () => {
      const errors = [{ field: 'zipCode', message: 'Please enter 5 digit ZIP Code' }];
      throw no(400, { message: 'Please check the highlighted fields.', errors });
    }),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Give the details' }));
  const asked = await dialog('Let’s port in your number');
  await page.user.type(within(asked).getByLabelText('Billing account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913{Enter}');
  await page.user.click(button(await dialog('Bring (212) 555-0190 over?'), 'Yes, bring it over'));
  const form = await dialog('Let’s port in your number');
  const zip = await within(form).findByLabelText('ZIP Code at your old carrier');
  await waitFor(() => expect(document.activeElement).toBe(zip));
  // What was typed before is still there.
  expect(within(form).getByLabelText<HTMLInputElement>('Billing account number').value).toBe(
    '100200300',
  );
});

test('[E10] kept details of a paid line’s number are sent after the question', async () => {
  const page = show({ ...pending, status: 'details_needed', lineId: 'lin_1', required: [] });
  await page.user.click(await screen.findByRole('button', { name: 'Bring the number over' }));
  await page.user.click(button(await dialog('Bring (212) 555-0190 over?'), 'Yes, bring it over'));
  await gone();
  expect(page.sent('bringNumber')).toEqual([
    { msisdn: '2125550190', zipCode: '10005', tempSubscriptionId: 'prt_1' },
  ]);
});

test('[E10] [I10] at a re-submit any other detail can be corrected, the old carrier too', async () => {
  const page = show(rejected('account_number'));
  await page.user.click(await screen.findByRole('button', { name: 'Correct the account number' }));
  const asked = await dialog('Re-submit port-in');
  expect(within(asked).queryByRole('combobox')).toBeNull();
  await page.user.click(button(asked, 'Change other details'));
  const others = within(asked).getByRole('group', { name: /^Other details/ });
  expect(document.activeElement).toBe(others);
  await page.user.click(within(asked).getByRole('combobox', { name: 'Your old carrier' }));
  await page.user.click(await screen.findByRole('option', { name: 'AT&T' }));
  await page.user.type(within(asked).getByLabelText('ZIP Code at your old carrier'), '100');
  await page.user.type(within(asked).getByLabelText('Billing account number'), '900200300');
  await page.user.click(button(asked, 'Re-submit'));
  // What is typed is judged, what is empty is not.
  expect(asked.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
  await page.user.type(within(asked).getByLabelText('ZIP Code at your old carrier'), '38');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '991133');
  await page.user.click(button(asked, 'Re-submit'));
  await gone();
  expect(page.sent('resubmitPortIn')).toEqual([
    {
      msisdn: '2125550190',
      oldService: {
        billingAccountNumber: '900200300',
        billingAccountPassword: '991133',
        zipCode: '10038',
        carrier: 'att',
      },
    },
  ]);
});

test('a number that could not be sent is checked again from its tile, and somebody can be asked', async () => {
  const page = show(
    {
      ...pending,
      status: 'failed',
      reason: 'never_created',
      canCancel: false,
      message: 'The transfer could not be started.',
    },
    answering(checkPortIn, () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_2' })),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Check the number again' }));
  const asked = await dialog('Check port-in eligibility');
  expect(within(asked).getByLabelText<HTMLInputElement>('Number to bring over').value).toBe(
    '2125550190',
  );
  expect(screen.getByText('Contact Us').closest('a')?.getAttribute('href')).toBe('/contact-us');
});

test('a delay has a day, and somebody to ask; sent again by us it is the same delay', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  try {
    const history = [
      ...pending.history,
      step('delayed', '2026-11-21T03:00:00Z'),
      step('submitted', '2026-11-21T11:00:00Z'),
      step('delayed', '2026-11-21T11:00:00Z'),
    ];
    const page = show({ ...pending, status: 'delayed', history });
    // Two days after three in the morning of the 21st in UTC, in New York.
    await screen.findByText(
      'If it is not here by Sunday, November 22, ask us: we ask your old carrier.',
    );
    expect(screen.getByRole('link', { name: 'Contact Us' })).toBeTruthy();
    page.close();
    vi.setSystemTime(Date.parse('2026-11-23T03:00:00Z'));
    show({ ...pending, status: 'delayed', history });
    await screen.findByText(/It takes longer than it should/);
  } finally {
    vi.useRealTimers();
  }
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

test.each(['pending', 'action_needed'] as const)(
  'a move that is called off while it is %s says so, and asks nothing more of anybody',
  async (status) => {
    const page = show({
      ...rejected('account_number'),
      status,
      cancelAsked: true,
      canCancel: false,
      canFix: false,
      required: [],
      message: 'We asked your old carrier to stop.',
    });
    const tile = await screen.findByRole('article');
    expect(tile.textContent).toContain('Being cancelled');
    expect(tile.textContent).toContain('We asked your old carrier to stop.');
    expect(within(tile).queryAllByRole('button')).toEqual([]);
    expect(within(tile).queryAllByRole('link')).toEqual([]);
    // The answer comes without a reload.
    page.become({ ...pending, status: 'cancelled', message: 'You cancelled.', canCancel: false });
    await screen.findByText('You cancelled.', {}, { timeout: 4000 });
  },
);
