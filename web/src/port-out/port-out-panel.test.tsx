// @vitest-environment jsdom
import { carrierCapability, type CarrierCapability } from '@portside/contract/carrier-can';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { line as stageLine, no } from '../testing/stage.tsx';
import { PortOutPanel } from './port-out-panel.tsx';

const expiresAt = '2099-11-04T15:00:00Z';
const unlocked = { sim: { on: true }, number: { on: false } };

function Panel() {
  const { data } = useLine('l1');
  return data && <PortOutPanel line={data} />;
}

const issuing = carrierCapability.options.filter(
  (one) => one !== 'transferPin' && one !== 'refusePortOut',
);

function show(
  change: Partial<LineDetail> = {},
  {
    can,
    ends = expiresAt,
    refusal,
  }: {
    can?: readonly CarrierCapability[];
    ends?: string | null;
    refusal?: { reason: string; message: string };
  } = {},
) {
  let live = change.transferPin;
  let { portOut } = change;
  const line = (): LineDetail => ({
    ...stageLine,
    addOns: [],
    plan: { ...stageLine.plan, retailPrice: 25 },
    autopay: { on: false, consent: { version: '1', text: 'I allow it.' } },
    locks: unlocked,
    ...change,
    ...(portOut && { portOut }),
    transferPin: live,
  });
  return showScreen(<Panel />, {
    ...(can && { can }),
    answers: [
      answering(viewLine, line),
      answering(openPortOut, () => {
        if (refusal) throw no(422, refusal);
        live = { expiresAt: ends };
        return { accountNumber: '1234567890', transferPin: '246802', expiresAt: ends };
      }),
      answering(setLocks, () => {
        live = undefined;
        if (portOut) portOut = { ...portOut, state: 'refused' };
        const locks = { sim: { on: true }, number: { on: true } };
        return { message: 'The number lock is on. We refused the request.', locks };
      }),
      answering(closePortOut, () => {
        live = undefined;
        if (portOut) portOut = { ...portOut, state: 'refused' };
        return { message: 'The transfer PIN has ended.' };
      }),
    ],
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('[K16] account number and PIN come in three presses, once, and a PIN ends by one', async () => {
  const page = show();
  await press('Get a transfer PIN');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Whoever has the PIN/)).toBeTruthy();
  expect(page.sent('openPortOut')).toEqual([]);
  await press('Show account number and PIN');
  expect(await dialog.findByText('246802')).toBeTruthy();
  expect(dialog.getByText('1234567890')).toBeTruthy();
  await press('Done');
  await waitFor(() => expect(screen.queryByText('246802')).toBeNull());
  expect(await screen.findByText(/Your transfer PIN works until Nov 4, 2099/)).toBeTruthy();
  // Asked again, it is a new question, and no old PIN is in it.
  await press('Make a new transfer PIN');
  expect(within(await screen.findByRole('dialog')).queryByText('246802')).toBeNull();
  await press('Cancel');
  await press('End the transfer PIN');
  expect(await screen.findByRole('button', { name: 'Get a transfer PIN' })).toBeTruthy();
  expect(page.sent('closePortOut')).toEqual([{ id: 'l1' }]);
});

test('[K16] with the number lock on the way leads to the locks', async () => {
  show({ locks: { sim: { on: true }, number: { on: true } } });
  expect(await screen.findByRole('link', { name: 'See the locks' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[K16] the steps of the other carrier are shown, and its request is refused by one press', async () => {
  const page = show({ portOut: { state: 'requested', at: expiresAt } });
  const steps = within(await screen.findByRole('list', { name: 'Your number on its way' }));
  expect(steps.getAllByRole('listitem')).toHaveLength(3);
  const here = steps.getAllByRole('listitem').find((one) => one.getAttribute('aria-current'));
  expect(here?.textContent).toContain('Another carrier asked for your number');
  expect(screen.getByText(/that also turns on the number lock and ends the/)).toBeTruthy();
  await press('Refuse the request');
  expect(await screen.findByText(/we refused another carrier’s request/)).toBeTruthy();
  expect(page.sent('setLocks')).toEqual([{ id: 'l1', number: true }]);
});

test('[K16] [M07] where a request cannot be refused, it says whom to call', async () => {
  show({ portOut: { state: 'requested', at: expiresAt } }, { can: issuing });
  expect(await screen.findByText(/If you didn’t ask for this, call us at \(\d{3}\)/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[K16] a confirmed move is not stopped here, and says whom to call', async () => {
  show({ portOut: { state: 'confirmed', at: expiresAt } });
  expect(await screen.findByText(/It can’t be stopped here anymore/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  [
    'until a day',
    expiresAt,
    /It works until Nov 4, 2099 and can’t be ended before.*call us now at \(\d{3}\) /,
  ],
  ['without an end that is known', null, /It can’t be ended here.*call us now at \(\d{3}\) /],
])(
  '[K16] [M07] a PIN that the network made %s is shown again, and no button ends it',
  async (_, ends, standing) => {
    show({}, { can: issuing, ends });
    await press('Get a transfer PIN');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Our network makes the PIN/)).toBeTruthy();
    expect(dialog.queryByText(/7 days/)).toBeNull();
    await press('Show account number and PIN');
    expect(await dialog.findByText('246802')).toBeTruthy();
    expect(dialog.queryByText(/only this once/)).toBeNull();
    await press('Done');
    expect(await screen.findByText(standing)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show the transfer PIN' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End the transfer PIN' })).toBeNull();
  },
);

test('[K16] [M07] while the network is still at it, the dialog stays and says when to ask again', async () => {
  const message = openPortOut.refusals.pin_pending.message;
  const page = show({}, { can: issuing, refusal: { reason: 'pin_pending', message } });
  await press('Get a transfer PIN');
  await press('Show account number and PIN');
  expect((await screen.findByText(message)).closest('[role="alert"]')).toBeTruthy();
  await press('Show account number and PIN');
  await waitFor(() => expect(page.sent('openPortOut')).toHaveLength(2));
});
