// @vitest-environment jsdom
import { setAutopayCards } from '@portside/contract/autopay';
import { type Card, listCards } from '@portside/contract/payments';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lineDetail } from '../testing/stage.tsx';
import { CardForAutopay } from './card-for-autopay-tile.tsx';

const card = (id: string, last4Digits: string, primaryCard: boolean): Card => ({
  id,
  primaryCard,
  cardholderName: 'Maya Alvarez',
  last4Digits,
  expiry: '12/88',
  network: 'visa',
});
const first = card('c1', '4242', true);
const second = card('c2', '1111', false);
const charge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card: first };

const Arrived = () => useLocation().state && <p>Arrived</p>;

async function show(on: boolean, paidWith?: string) {
  const autopay = { ...lineDetail.autopay, on, ...(on && { nextCharge: charge }) };
  const page = showScreen(
    <>
      <CardForAutopay line={{ ...lineDetail, autopay }} />
      <Arrived />
    </>,
    {
      answers: [
        answering(listCards, () => ({ cards: [first, second] })),
        answering(setAutopayCards, () => ({ message: 'The cards for autopay are set.', autopay })),
      ],
    },
  );
  await page.router.navigate('/', { state: { paid: true, paidWith } });
  await screen.findByText('Arrived');
  return page;
}
const button = () =>
  screen.queryByRole('button', { name: 'Use this card for autopay from now on' });

test('[K02] [K03] [P11] after a payment with another card one press makes it the one that autopay charges', async () => {
  const page = await show(true, 'c2');
  expect(
    await screen.findByText(
      'You paid with Visa ending in 1111. Autopay of this line charges Visa ending in 4242.',
    ),
  ).toBeTruthy();
  expect(page.sent('setAutopayCards')).toEqual([]);
  await userEvent.click(button()!);
  await waitFor(() =>
    expect(page.sent('setAutopayCards')).toEqual([{ id: lineDetail.id, cardId: 'c2' }]),
  );
});

test.each([
  ['with the card that autopay charges', true, 'c1'],
  ['with a card that was not kept', true, undefined],
  ['while autopay is off', false, 'c2'],
  ['with a card that is deleted since', true, 'c9'],
])('[K03] after a payment %s nothing is asked', async (_when, on, paidWith) => {
  const page = await show(on, paidWith);
  if (paidWith === 'c9') await waitFor(() => expect(page.sent('listCards')).toHaveLength(1));
  expect(button()).toBeNull();
});
