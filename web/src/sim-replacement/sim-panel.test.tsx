// @vitest-environment jsdom
import type { InputOf } from '@portside/contract/endpoint';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { replaceSim, stopReplacement } from '@portside/contract/sim-replacement';
import type { SimReplacement } from '@portside/contract/sim-replacement-state';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lineDetail, no } from '../testing/stage.tsx';
import { SimPanel } from './sim-panel.tsx';

const opens = 'Get a new SIM or move to another phone';
const announced: SimReplacement = {
  type: 'esim',
  state: 'announced',
  effectiveAt: '2099-11-04T15:30:00Z',
  isMailed: false,
  isStopping: false,
};

function Panel() {
  const { data } = useLine('l1');
  return data && <SimPanel line={data} />;
}

function show(
  change: Partial<LineDetail> = {},
  replace: (input: InputOf<typeof replaceSim>) => SimReplacement = () => announced,
) {
  let { sim } = change;
  const line = (): LineDetail => ({
    ...lineDetail,
    locks: { sim: { on: false }, number: { on: true } },
    ...change,
    ...(sim && { sim }),
  });
  return showScreen(<Panel />, {
    answers: [
      answering(viewLine, line),
      answering(replaceSim, (input) => {
        sim = replace(input);
        return { message: 'We sent you an email.', sim };
      }),
      answering(stopReplacement, () => {
        sim = { ...announced, state: 'stopped', why: 'You stopped it.' };
        return { message: 'The SIM change is stopped.' };
      }),
    ],
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openDialog = async () => {
  await press(opens);
  return within(await screen.findByRole('dialog'));
};

test('[K14] what happens is said first, then the wait is shown with its time, and one press stops it', async () => {
  const page = show();
  const dialog = await openDialog();
  expect(dialog.getByText(/^We email you first/)).toBeTruthy();
  expect(page.sent('replaceSim')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Change the SIM' }));
  expect(await screen.findByText(/moves to a new eSIM on Nov 4, 10:30/)).toBeTruthy();
  expect(page.sent('replaceSim')).toEqual([{ id: 'l1', simType: 'esim' }]);
  // A key pressed once more does nothing.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'SIM' })),
  );
  await userEvent.keyboard('{Enter}');
  expect(page.sent('stopReplacement')).toEqual([]);
  await press('Stop this change');
  expect(await screen.findByText('The SIM change was stopped. You stopped it.')).toBeTruthy();
  expect(page.sent('stopReplacement')).toEqual([{ id: 'l1' }]);
  expect(screen.getByRole('button', { name: opens })).toBeTruthy();
});

test('[K14] a card is asked for by its number, and a refused one is told at the field', async () => {
  const page = show({}, () => {
    const message = 'This SIM is already in use. Check the number, or contact us.';
    throw no(422, { reason: 'sim_in_use', message, errors: [{ field: 'iccid', message }] });
  });
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('radio', { name: 'SIM card I have' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Change the SIM' }));
  expect(await dialog.findByText('Please enter ICCID number')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('SIM card number'), '8901410000000000039');
  await userEvent.click(dialog.getByRole('button', { name: 'Change the SIM' }));
  expect(await dialog.findByText(/already in use/)).toBeTruthy();
  expect(page.sent('replaceSim')).toEqual([
    { id: 'l1', simType: 'physical', iccid: '8901410000000000039' },
  ]);
});

test('[K14] a card by mail goes to the line’s address unless another one is typed', async () => {
  const emergencyAddress = {
    streetNumber: '120',
    streetDirection: '',
    streetName: 'Water St',
    streetUnit: '4B',
    city: 'New York',
    state: 'NY',
    zipCode: '10038',
  };
  const page = show({ emergencyAddress }, () => ({
    ...announced,
    type: 'physical',
    isMailed: true,
  }));
  const dialog = await openDialog();
  expect(dialog.getByText(/^Your number moves to the new SIM, and the old one stops/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: 'Mail me a SIM card' }));
  expect(dialog.queryByText(/^Your number moves to the new SIM, and the old one stops/)).toBeNull();
  expect(dialog.getByText(/^We mail the card/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Change the SIM' }));
  expect(await screen.findByText(/We’ll prepare your SIM card on/)).toBeTruthy();
  expect(page.sent('replaceSim')).toEqual([
    {
      id: 'l1',
      simType: 'physical',
      shipping: {
        addressOne: '120 Water St',
        addressTwo: '4B',
        city: 'New York',
        state: 'NY',
        zipCode: '10038',
      },
    },
  ]);
});

test('[K14] a refusal that belongs to no field is told in the dialog', async () => {
  show({}, () => {
    throw no(422, { reason: 'busy', message: 'A payment for this line is still going through.' });
  });
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Change the SIM' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('A payment for this line');
});

test.each([
  [{ locks: { sim: { on: true }, number: { on: true } } }, /^The SIM lock is on/],
  [
    { locks: { sim: { on: true, offAt: '2099-11-04T15:30:00Z' }, number: { on: true } } },
    /^The SIM lock turns off on Nov 4/,
  ],
  [{ status: 'suspended', statusReason: 'unpaid' }, /^Pay for this line first/],
  [{ status: 'activating' }, /once this line is active/],
] satisfies [Partial<LineDetail>, RegExp][])(
  '[K14] without a way to a new SIM there is no button, but the reason: %j',
  async (change, sentence) => {
    show(change);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('[K14] a blocked line can get a new SIM: the phone may be lost', async () => {
  show({ status: 'suspended', statusReason: 'blocked' });
  expect(await screen.findByRole('button', { name: opens })).toBeTruthy();
});

test('[K14] once the new eSIM is on in a phone, nobody is told to set it up', async () => {
  show({ sim: { ...announced, state: 'done' }, esim: 'ready' });
  expect(await screen.findByText(/^This line has its new eSIM/)).toBeTruthy();
  cleanup();
  show({ sim: { ...announced, state: 'done' }, esim: 'enabled' });
  expect(await screen.findByRole('button', { name: opens })).toBeTruthy();
  expect(screen.queryByText(/^This line has its new eSIM/)).toBeNull();
});

test('[K14] a lock that is turned on while it waits keeps it from beginning, and that is said', async () => {
  show({ sim: announced, locks: { sim: { on: true }, number: { on: true } } });
  expect(await screen.findByText(/^The SIM lock is on again/)).toBeTruthy();
  expect(screen.queryByText(/moves to a new eSIM/)).toBeNull();
});

test('[K14] while the network is asked to stop it, it is not stopped twice', async () => {
  show({ sim: { ...announced, state: 'under_way', isMailed: true, isStopping: true } });
  expect(await screen.findByText(/asking the network to stop/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Stop this change' });
  expect(button.disabled || button.getAttribute('aria-disabled') === 'true').toBe(true);
});
