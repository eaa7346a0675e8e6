// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { line as stageLine } from '../testing/stage.tsx';
import { PortOutPanel } from './port-out-panel.tsx';

const expiresAt = '2099-11-04T15:00:00Z';
const unlocked = { sim: { on: true }, number: { on: false } };

function Panel() {
  const { data } = useLine('l1');
  return data && <PortOutPanel line={data} />;
}

function show(change: Partial<LineDetail> = {}) {
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
    answers: [
      answering(viewLine, line),
      answering(openPortOut, () => {
        live = { expiresAt };
        return { accountNumber: '1234567890', transferPin: '246802', expiresAt };
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
  expect(await screen.findByText(/A transfer PIN works until Nov 4, 2099/)).toBeTruthy();
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
  await press('Refuse the request');
  expect(await screen.findByText(/we refused another carrier’s request/)).toBeTruthy();
  expect(page.sent('closePortOut')).toEqual([{ id: 'l1' }]);
});

test('[K16] a confirmed move is not stopped here, and says whom to call', async () => {
  show({ portOut: { state: 'confirmed', at: expiresAt } });
  expect(await screen.findByText(/It can’t be stopped here any more/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
