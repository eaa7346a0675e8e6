// @vitest-environment jsdom
import { portInReasons, type PortInReason } from '@portside/contract/port-in-reasons';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, dialog, gone, pending, rejected, show } from '../testing/tracker-stage.tsx';
import { fill } from '../testing/stage.tsx';

test('a port-in shows its stops with their times, and where it is now', async () => {
  show(pending);
  const route = await screen.findByRole('list', { name: 'Your number’s progress' });
  const stops = within(route).getAllByRole('listitem');
  expect(stops).toHaveLength(5);
  expect(stops[1]?.textContent).toContain('Sent to Verizon (done)');
  expect(stops[1]?.textContent).toContain('Nov 20, 12:42 PM');
  expect(stops[2]?.getAttribute('aria-current')).toBe('step');
  expect(stops[4]?.textContent).toContain('Your number is here (ahead)');
});

test('the old carrier is called by its name, and “your old carrier” where nobody knows it', async () => {
  const { become } = show(pending);
  const tile = () => screen.getByRole('article', { name: '(212) 555-0190' });
  await screen.findByText('From Verizon');
  expect(within(tile()).getByText(/^Verizon releases the number/)).toBeTruthy();
  become({ ...pending, oldCarrier: 'other' });
  await within(tile()).findByText(/^Your old carrier releases the number/);
  expect(screen.queryByText(/^From /)).toBeNull();
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
    stuck: false,
  });
  await screen.findByText('Your number is here.', { selector: 'p.measure' });
});

test('a number that has left since is among the earlier ones, and is said to be here by nothing', async () => {
  const left = { status: 'completed', hasLeft: true, lineId: 'l1' } as const;
  const message = 'Your number moved here. None of your lines has it anymore.';
  show({ ...pending, ...left, message, updatedAt: new Date().toISOString() });
  expect(await screen.findByText('Earlier transfers')).toBeTruthy();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText(/Your number is here/)).toBeNull();
  expect(screen.queryByRole('list', { name: 'Your number’s progress' })).toBeNull();
});

test.each<[PortInReason, string, string, string, object]>([
  [
    'account_number',
    'Fix the account number',
    'Account number',
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
  [
    'zip',
    'Fix the details',
    'ZIP Code on your old carrier’s account',
    '10038',
    { zipCode: '10038' },
  ],
  ['name', 'Fix the details', 'Last name', 'Moreau', { lastName: 'Moreau' }],
  [
    'address',
    'Fix the details',
    'Address on your old carrier’s account',
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
    await fill(page.user, within(asked).getByLabelText(label), typed);
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
    within(asked).getByText('Please turn off the lock at your old carrier first'),
  ).toBeTruthy();
  await page.user.click(
    within(asked).getByRole('checkbox', { name: 'I turned off the lock at my old carrier' }),
  );
  await page.user.click(button(asked, 'Re-submit'));
  await gone();
  expect(page.sent('resubmitPortIn')).toEqual([
    { msisdn: '2125550190', oldService: { lockOff: true, carrier: 'verizon' } },
  ]);
});

test('[E10] [I08] details that are kept can be changed, without sending them off', async () => {
  const page = show({ ...pending, status: 'details_needed', required: ['iccid'] });
  // Nothing is missing that could be given before the card comes.
  expect(await screen.findByText('Waiting for the SIM card')).toBeTruthy();
  expect(screen.queryByText('Details needed')).toBeNull();
  await page.user.click(await screen.findByRole('button', { name: 'Change the details' }));
  const asked = await dialog('Let’s port in your number');
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await fill(page.user, within(asked).getByLabelText(/^Number Transfer PIN/), '482913');
  await page.user.click(button(asked, 'Save'));
  await gone();
  expect(page.sent('updatePortIn')).toHaveLength(1);
  expect(page.sent('bringNumber')).toEqual([]);
});

test('cancelling asks first, and keeping it changes nothing', async () => {
  const page = show(pending);
  const cancel = await screen.findByRole('button', { name: 'Cancel the transfer' });
  await page.user.click(cancel);
  await page.user.click(
    button(await dialog('Cancel the transfer of this number?'), 'Keep the transfer'),
  );
  await gone();
  expect(page.sent('cancelPortIn')).toEqual([]);
  await page.user.click(cancel);
  await page.user.click(
    button(await dialog('Cancel the transfer of this number?'), 'Yes, cancel it'),
  );
  await gone();
  expect(page.sent('cancelPortIn')).toEqual([{ id: 'prt_1' }]);
  await screen.findByText('You cancelled.');
  expect(screen.queryByRole('button', { name: 'Cancel the transfer' })).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 })),
  );
  // Canceled by mistake, or by a carrier: from here it goes on.
  expect(screen.getByRole('button', { name: 'Check the number again' })).toBeTruthy();
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
    expect(tile.textContent).toContain('Canceling');
    expect(tile.textContent).toContain('We asked your old carrier to stop.');
    expect(within(tile).queryAllByRole('button')).toEqual([]);
    expect(within(tile).queryAllByRole('link')).toEqual([]);
    // The answer comes without a reload.
    page.become({ ...pending, status: 'cancelled', message: 'You cancelled.', canCancel: false });
    await screen.findByText('You cancelled.');
  },
);
