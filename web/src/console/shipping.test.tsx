// @vitest-environment jsdom
import {
  addSims,
  listShipping,
  noteDelivered,
  printSlip,
  sendCard,
  viewStock,
} from '@portside/contract/console/shipping';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { ShippingPage } from './shipping-page.tsx';

const can = [listShipping, sendCard, printSlip, noteDelivered, viewStock, addSims];
const card = (id: string, recipient: string) => ({
  id,
  recipient,
  since: '2026-11-20T15:00:00Z',
  address: ['1 Main St', 'New York, NY 10038'],
  replacesSim: false,
});
const stock = { inStock: 31, lowBelow: 20, isLow: false, toSend: 2 };

const open = (answers: readonly Answer[], at = '/shipping') =>
  showConsole(<ShippingPage />, {
    can,
    at,
    answers: [
      ...answers,
      answering(viewStock, () => stock),
      answering(listShipping, () => ({
        cards: [card('shp_1', 'Ann One'), card('shp_2', 'Bo Two')],
        more: false,
      })),
    ],
  });

const iccid = '8901410000000000005';

test('[L20] [L18] a card is sent by a scanner and the keyboard alone, and the next parcel is open at once', async () => {
  const stage = open([answering(sendCard, () => ({ message: 'It is noted as sent.' }))]);
  await screen.findByRole('row', { name: /Ann One/ });
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Send to Ann One' });
  expect(within(dialog).getByText('1 Main St')).toBeTruthy();
  await userEvent.keyboard(`${iccid}{Enter}`);
  expect(stage.sent(sendCard.name)).toEqual([]);
  await userEvent.keyboard('9400 1000{Enter}');
  await expect
    .poll(() => stage.sent(sendCard.name))
    .toEqual([{ id: 'shp_1', iccid, carrier: 'USPS', trackingNumber: '9400 1000' }]);
  const next = await screen.findByRole('dialog', { name: 'Send to Bo Two' });
  const field = within(next).getByLabelText(/^Number on the card/);
  expect((field as HTMLInputElement).value).toBe('');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('[L20] what is wrong with a scanned card is said at its field', async () => {
  open(
    [
      answering(sendCard, () => {
        throw no(422, {
          reason: 'scanned_twice',
          message: 'This card was sent to somebody else already.',
          errors: [{ field: 'iccid', message: 'This card was sent to somebody else already.' }],
        });
      }),
    ],
    '/shipping?send=shp_2',
  );
  const dialog = await screen.findByRole('dialog', { name: 'Send to Bo Two' });
  const field = within(dialog).getByLabelText(/^Number on the card/);
  await userEvent.type(field, iccid);
  await userEvent.click(within(dialog).getByRole('button', { name: 'It is sent' }));
  await within(dialog).findByText('This card was sent to somebody else already.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('[L20] two cards of one person have names of their own', async () => {
  const cards = [
    card('shp_1', 'Ann One'),
    { ...card('shp_2', 'Ann One'), since: '2026-11-21T16:30:00Z' },
  ];
  open([answering(listShipping, () => ({ cards, more: false }))]);
  for (const when of ['Nov 20, 2026, 10:00 AM', 'Nov 21, 2026, 11:30 AM']) {
    expect(
      await screen.findByRole('button', { name: `Send: Ann One, since ${when}` }),
    ).toBeTruthy();
    expect(
      screen.getByRole('button', { name: `Packing slip for Ann One, since ${when}` }),
    ).toBeTruthy();
  }
});

test('[L20] a card in the mail is corrected, or noted as delivered', async () => {
  const mailed = {
    at: '2026-11-21T15:00:00Z',
    by: 'Avery',
    iccid,
    carrier: 'Courier Cal',
    trackingNumber: '',
  };
  const stage = open(
    [
      answering(listShipping, () => ({
        cards: [{ ...card('shp_3', 'Cy Three'), mailed }],
        more: false,
      })),
      answering(sendCard, () => ({ message: 'It is corrected.' })),
      answering(noteDelivered, () => ({ message: 'Noted.' })),
    ],
    '/shipping?state=mailed',
  );
  const row = await screen.findByRole('row', { name: /Cy Three/ });
  expect(row.textContent).toContain('No tracking number');
  await userEvent.click(
    within(row).getByRole('button', {
      name: `Correct: Cy Three, card ending in ${iccid.slice(-4)}`,
    }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Correct: Cy Three' });
  await userEvent.type(within(dialog).getByLabelText(/^Tracking number/), '77{Enter}');
  await expect
    .poll(() => stage.sent(sendCard.name))
    .toEqual([
      { id: 'shp_3', iccid, carrier: 'Courier Cal', trackingNumber: '77', corrects: true },
    ]);
  await userEvent.click(
    await screen.findByRole('button', {
      name: `Delivered: Cy Three, card ending in ${iccid.slice(-4)}`,
    }),
  );
  const asked = await screen.findByRole('dialog', { name: /delivered to Cy Three/ });
  await userEvent.click(within(asked).getByRole('button', { name: 'It was delivered' }));
  await expect.poll(() => stage.sent(noteDelivered.name)).toEqual([{ id: 'shp_3' }]);
});

test('[L20] cards come into stock by a file, and refused lines are named', async () => {
  const stage = open([
    answering(viewStock, () => ({ ...stock, inStock: 3, isLow: true })),
    answering(addSims, () => ({
      message: '1 taken into stock, 1 lines refused.',
      taken: 1,
      already: 0,
      refused: 1,
      lines: [{ line: 2, text: '12345', message: 'An ICCID has 18 to 22 digits.' }],
    })),
  ]);
  expect((await screen.findByText(/fewer than 20/)).textContent).toContain('3 SIM cards in stock');
  await userEvent.click(screen.getByRole('button', { name: 'Add SIM cards' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add SIM cards' });
  const file = new File([`${iccid}\n12345`], 'sims.csv', { type: 'text/csv' });
  await userEvent.upload(within(dialog).getByLabelText('File'), file);
  const area = within(dialog).getByLabelText<HTMLTextAreaElement>('ICCIDs');
  await expect.poll(() => area.value).toContain(iccid);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take them into stock' }));
  await expect
    .poll(() => stage.sent(addSims.name))
    .toEqual([{ csv: `${iccid}\n12345`, withoutCheckDigit: false }]);
  const told = await screen.findByRole('dialog', { name: '1 line was refused' });
  expect(told.textContent).toContain('Line 2, 12345: An ICCID has 18 to 22 digits.');
});
