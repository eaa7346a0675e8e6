// @vitest-environment jsdom
import {
  type Autopay,
  type PlannedCharge,
  setAutopay,
  setAutopayCards,
  viewPlannedCharge,
} from '@portside/contract/autopay';
import { type Card, listCards } from '@portside/contract/payments';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setAlerts, viewAlerts } from '@portside/contract/usage';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { allAlerts, no, lineDetail, unanswered } from '../testing/stage.tsx';
import { AutopayPanel } from './autopay-panel.tsx';
import { PayReminders } from './pay-reminders-form.tsx';

const consent = { version: '1', text: 'I allow the first text.' };
const card = {
  id: 'c1',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
} as const;
const other = {
  ...card,
  id: 'c2',
  primaryCard: false,
  last4Digits: '4444',
  network: 'mastercard',
} as const;
const nextCharge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card };

function Panel() {
  const { data } = useLine('l1');
  return data && <AutopayPanel line={data} />;
}

/** `refusal` is thrown for the first press that turns it on. */
function show(
  start: Autopay,
  refusal?: () => never,
  more: Partial<LineDetail> = {},
  charge: () => PlannedCharge | Promise<PlannedCharge> = () => nextCharge,
  cards: Card[] | Promise<never> = [card, other],
) {
  let autopay = start;
  let refuses = refusal;
  const line = (): LineDetail => ({ ...lineDetail, autopay, ...more });
  return {
    ...showScreen(<Panel />, {
      answers: [
        answering(viewLine, line),
        answering(listCards, async () => ({ cards: await cards })),
        answering(setAutopayCards, ({ secondCardId }) => {
          autopay = {
            ...autopay,
            ...(secondCardId && { second: other, nextCharge: { ...nextCharge, second: other } }),
          };
          return { message: 'The cards for autopay are set.', autopay };
        }),
        answering(viewPlannedCharge, async () => ({ charge: await charge() })),
        answering(setAutopay, ({ on }) => {
          const no1 = refuses;
          refuses = undefined;
          if (no1) {
            autopay = { ...autopay, consent: { version: '2', text: 'I allow the second text.' } };
            no1();
          }
          autopay = on ? { on, nextCharge, consent: autopay.consent } : { on, consent };
          return { message: on ? 'Autopay is on.' : 'Autopay is off.', autopay };
        }),
      ],
    }),
  };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async () => within(await screen.findByRole('dialog'));

test('[K03] autopay is off until the consent is read and agreed to; then day, amount and card are shown', async () => {
  const page = show({ on: false, consent });
  expect(await screen.findByText('Off')).toBeTruthy();
  await press('Turn on autopay');
  const dialog = await inDialog();
  expect(dialog.getByText(consent.text)).toBeTruthy();
  expect(await dialog.findByText('First charge')).toBeTruthy();
  for (const words of ['Nov 4, 2099', '$28.49', 'Visa •••• 4242']) {
    expect(dialog.getByText(words)).toBeTruthy();
  }
  expect(page.sent('setAutopay')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on autopay' }));
  expect(await screen.findByText('Nov 4, 2099')).toBeTruthy();
  expect(screen.getByText('$28.49')).toBeTruthy();
  expect(screen.getByText('Visa •••• 4242')).toBeTruthy();
  expect(page.sent('setAutopay')).toEqual([{ id: 'l1', on: true, consent: '1' }]);
});

test('[K03] a charge that is due is called so before it is agreed to, and the button says what is paid', async () => {
  const due = { ...nextCharge, credit: 5, onCard: 23.49, atOnce: true } as const;
  const page = show({ on: false, consent }, undefined, {}, () => due);
  await press('Turn on autopay');
  const dialog = await inDialog();
  expect(await dialog.findByText('Today, as soon as you turn it on')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on and pay $23.49' }));
  expect(await screen.findByText('On')).toBeTruthy();
  expect(page.sent('setAutopay')).toEqual([{ id: 'l1', on: true, consent: '1' }]);
});

test('[K03] a charge that is due is not agreed to before its amount is shown', async () => {
  let answers: (charge: PlannedCharge) => void = () => undefined;
  const known = new Promise<PlannedCharge>((resolve) => {
    answers = resolve;
  });
  const page = show({ on: false, consent }, undefined, {}, () => known);
  await press('Turn on autopay');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on autopay' }));
  answers({ ...nextCharge, atOnce: true });
  const button = await dialog.findByRole('button', { name: 'Turn on and pay $28.49' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  expect(page.sent('setAutopay')).toEqual([]);
  await userEvent.click(button);
  await waitFor(() => expect(page.sent('setAutopay')).toHaveLength(1));
});

test('[K03] a key pressed twice is one wish: on stays on, and off asks nothing', async () => {
  const page = show({ on: false, consent });
  await press('Turn on autopay');
  const dialog = await inDialog();
  dialog.getByRole('button', { name: 'Turn on autopay' }).focus();
  await userEvent.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Autopay' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await userEvent.keyboard('{Enter}');
  expect(page.sent('setAutopay')).toEqual([{ id: 'l1', on: true, consent: '1' }]);
  screen.getByRole('button', { name: 'Turn off autopay' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.sent('setAutopay')).toHaveLength(2);
});

test('[K03] with credit the amount of the next charge says that it is used first', async () => {
  show({ on: true, nextCharge: { ...nextCharge, credit: 5, onCard: 23.49 }, consent });
  const amount = (await screen.findByText('Amount')).nextElementSibling;
  expect(amount?.textContent).toBe(
    '$28.49$5.00 of your credit is used first. The card is charged $23.49. If that credit is used before then, the card is charged up to $28.49.',
  );
});

test('[K03] one press turns it off', async () => {
  const page = show({ on: true, nextCharge, consent });
  await press('Turn off autopay');
  expect(await screen.findByText('Off')).toBeTruthy();
  expect(page.sent('setAutopay')).toEqual([{ id: 'l1', on: false }]);
});

test('[K03] [K16] while the number is leaving the next charge is shown, and that it stays here', async () => {
  show({ on: true, nextCharge, consent }, undefined, { underWay: ['port_out'] });
  expect(await screen.findByText(/isn’t refunded when the number leaves/)).toBeTruthy();
  expect(screen.getByText('Next charge')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Turn off autopay' })).toBeTruthy();
});

test('[K03] a consent that changed is shown anew, and the new one is agreed to', async () => {
  const message = 'The text about autopay has changed. Please read it again.';
  const page = show({ on: false, consent }, () => {
    throw no(422, { reason: 'consent_outdated', message });
  });
  await press('Turn on autopay');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on autopay' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(await dialog.findByText('I allow the second text.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on autopay' }));
  await waitFor(() => expect(page.sent('setAutopay')).toHaveLength(2));
  expect(page.sent('setAutopay')[1]).toEqual({ id: 'l1', on: true, consent: '2' });
});

test('[K03] without a saved card autopay is not offered: it says why, and leads to a card', async () => {
  const page = show({ on: false, consent }, undefined, {}, undefined, []);
  expect(
    await screen.findByText(/^Autopay charges a saved card, and you have none yet\./),
  ).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Add a card' });
  expect(link.getAttribute('href')).toBe('/dashboard/payment');
  expect(screen.queryByRole('button', { name: 'Turn on autopay' })).toBeNull();
  expect(page.sent('setAutopay')).toEqual([]);
});

test('[K03] the last card was deleted elsewhere meanwhile: the way leads to the cards', async () => {
  show({ on: false, consent }, () => {
    throw no(422, { reason: 'no_card', message: 'Please add a card first.' });
  });
  await press('Turn on autopay');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on autopay' }));
  const link = await dialog.findByRole('link', { name: 'Add a card' });
  expect(link.getAttribute('href')).toBe('/dashboard/payment');
});

test('[P11] a second card is chosen where autopay is shown, and named with the next charge', async () => {
  const page = show({ on: true, nextCharge, card, consent });
  await press('Change cards');
  const dialog = await inDialog();
  await userEvent.click(await dialog.findByRole('combobox', { name: 'If it’s refused, try' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Mastercard •••• 4444' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save cards' }));
  expect(await screen.findByText('If it’s refused')).toBeTruthy();
  expect(screen.getByText('Mastercard •••• 4444')).toBeTruthy();
  expect(page.sent('setAutopayCards')).toEqual([{ id: 'l1', cardId: 'c1', secondCardId: 'c2' }]);
});

test('[K26] while a reminder is saved the keyboard stays at it, and another press waits', async () => {
  const page = showScreen(<PayReminders id="l1" />, {
    answers: [answering(viewAlerts, () => allAlerts), answering(setAlerts, unanswered)],
  });
  const week = await screen.findByRole<HTMLInputElement>('checkbox', { name: '7 days before' });
  await userEvent.click(week);
  await waitFor(() => expect(page.sent('setAlerts')).toHaveLength(1));
  expect([week.disabled, week.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await userEvent.keyboard(' ');
  expect(page.sent('setAlerts')).toHaveLength(1);
});

test('[P11] the second card stays, also when the cards are saved before they are loaded', async () => {
  const start = { on: true, nextCharge, card, second: other, consent };
  const page = show(start, undefined, {}, undefined, unanswered());
  await press('Change cards');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Save cards' }));
  await waitFor(() => expect(page.sent('setAutopayCards')).toHaveLength(1));
  expect(page.sent('setAutopayCards')).toEqual([{ id: 'l1', cardId: 'c1', secondCardId: 'c2' }]);
});
