// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds, type Need } from '@portside/contract/needs';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no, line as stageLine } from '../testing/stage.tsx';
import { LineFacts } from './line-fact-panel.tsx';
import { LineList } from './line-list.tsx';
import { LinePage } from './line-page.tsx';

const active = lineDetail;
const unpaid: LineDetail = {
  ...active,
  status: 'suspended',
  statusReason: 'unpaid',
  numberKeptUntil: '2100-01-05T17:00:00Z',
  nextAction: 'renew',
};

const card = {
  id: 'c1',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
} as const;

const data = [{ lineId: 'l1', used: 9_700, limit: 12_000 }];
const page = { id: 'l1', autopay: () => null, arrived: () => null, blocks: true };
const show = (answer: () => LineDetail, at = '/') =>
  showScreen(<LinePage {...page} autopay={() => <p>Autopay is here</p>} />, {
    at,
    answers: [answering(viewLine, answer), answering(listNeeds, () => ({ needs: [], data }))],
  });
const pay = () => screen.queryByRole('link', { name: 'Pay for the next 30 days' });

test('[K01] a line’s page tells number, plan, state, data left, until when it is paid, and from when the next can be paid', async () => {
  show(() => active);
  expect(await screen.findByRole('heading', { level: 1, name: '(212) 555-0101' })).toBeTruthy();
  // Five in the morning of the 6th in UTC is still the 5th in New York.
  for (const text of ['Active', '2.3 GB of 12 GB', 'Nov 5, 2099', 'Autopay is here']) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(
    screen.getByText(
      'This line is paid until Nov 5, 2099. From Oct 26, 2099 you can pay for the next 30 days: $25.00, plus taxes and fees.',
    ),
  ).toBeTruthy();
  expect(pay()).toBeNull();
});

test('[K01] [K10] what comes again is named with the price of the next 30 days', async () => {
  const monthly = { id: 'm', name: 'Monthly 5 GB', until: '2099-11-05T17:00:00Z', recurring: true };
  const once = { ...monthly, id: 'o', name: 'Extra 2 GB', recurring: false };
  show(() => ({ ...active, addOns: [monthly, once] }));
  expect(
    await screen.findByText(/the next 30 days: \$25\.00, plus Monthly 5 GB, taxes and fees\.$/),
  ).toBeTruthy();
});

test.each<[string, Partial<LineDetail>, string]>([
  ['due', { nextAction: 'renew' }, 'Pay by Nov 5, 2099 to keep this line active.'],
  ['unpaid', unpaid, 'Pay before Jan 5, 2100 to keep the number.'],
])(
  '[K01] [K06] a line that is %s says until when to pay, and leads there',
  async (_what, change, words) => {
    show(() => ({ ...active, ...change }));
    expect(await screen.findByText(words, { exact: false })).toBeTruthy();
    expect(pay()?.getAttribute('href')).toBe('/dashboard/lines/l1/renew');
  },
);

test('[K01] [K03] with autopay the page says when it charges what to which card', async () => {
  const nextCharge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card };
  show(() => ({ ...active, autopay: { ...active.autopay, on: true, nextCharge } }));
  const words = 'On Nov 4, 2099 autopay charges $28.49 to Visa •••• 4242 for the next 30 days.';
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[K07] a price that was announced stands with its first day beside the next charge', async () => {
  const priceRise = { plan: 'Sloop 12 GB', price: 28, from: '2099-12-01T15:00:00Z' };
  show(() => ({ ...active, priceRise }));
  const words = 'From Dec 1, 2099 on, Sloop 12 GB costs $28.00 for 30 days, plus taxes and fees.';
  const said = await screen.findByText(words);
  expect(said.closest('section')?.textContent).toContain('Next charge');
});

test.each([
  ['2099-10-26T04:00:00Z', '$28.00'],
  ['2099-11-03T04:00:00Z', '$25.00'],
])(
  '[K07] a price that rises on %s costs %s on the day from which one can pay by hand',
  async (from, price) => {
    show(() => ({ ...active, priceRise: { plan: 'Sloop 12 GB', price: 28, from } }));
    const words = `From Oct 26, 2099 you can pay for the next 30 days: ${price}, plus taxes and fees.`;
    expect(await screen.findByText(words, { exact: false })).toBeTruthy();
  },
);

test('[K14] [L20] a card in the mail tells when it was mailed until it has arrived', async () => {
  const mailed = {
    state: 'mailed',
    mailedAt: '2099-10-20T15:00:00Z',
    carrier: 'USPS',
    startDays: 14,
    isLate: false,
    replacesSim: true,
  } as const;
  let shipping: LineDetail['shipping'] = mailed;
  show(() => ({ ...active, shipping }));
  expect(await screen.findByText('Mailed on Oct 20, 2099 with USPS.')).toBeTruthy();
  cleanup();
  shipping = { ...mailed, state: 'arrived' };
  show(() => ({ ...active, shipping }));
  expect(
    await screen.findByText('The SIM that you have works until you activate the new card.'),
  ).toBeTruthy();
  expect(screen.queryByText(/^Mailed on/)).toBeNull();
});

test('[K03] credit of at least the whole amount leaves nothing for the card', async () => {
  const nextCharge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card, credit: 40, onCard: 0 };
  show(() => ({ ...active, autopay: { ...active.autopay, on: true, nextCharge } }));
  const words =
    'On Nov 4, 2099 $28.49 of your credit pays for the next 30 days. Nothing is charged to Visa •••• 4242. If that credit is used before then, the card is charged up to $28.49.';
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[K03] with credit the page says that it is used first', async () => {
  const nextCharge = {
    on: '2099-11-04T15:00:00Z',
    amount: 28.49,
    card,
    credit: 6.45,
    onCard: 22.04,
  };
  show(() => ({ ...active, autopay: { ...active.autopay, on: true, nextCharge } }));
  const words =
    'On Nov 4, 2099 autopay charges $22.04 to Visa •••• 4242 for the next 30 days. They cost $28.49, and $6.45 of your credit is used first. If that credit is used before then, the card is charged up to $28.49.';
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[K05] [K06] a paused line that autopay pays soon says when, beside the way to pay now', async () => {
  const nextCharge = { on: '2099-11-07T15:00:00Z', amount: 28.49, card };
  show(() => ({ ...unpaid, autopay: { ...active.autopay, on: true, nextCharge } }));
  const words = /Autopay charges your card on Nov 7, 2099\. To use it sooner, pay now\.$/;
  expect(await screen.findByText(words)).toBeTruthy();
  expect(pay()).toBeTruthy();
});

test('[K06] a line that is paid and still paused says that the network is turning it on', async () => {
  const { statusReason: _reason, numberKeptUntil: _until, nextAction: _next, ...paid } = unpaid;
  show(() => paid);
  expect(await screen.findByText(/The network is turning this line back on/)).toBeTruthy();
  expect(pay()).toBeNull();
});

test('[K01] an agent sees the line and what is due, and is led to no payment', async () => {
  showScreen(<LinePage {...page} />, {
    token: freshToken(),
    answers: [
      answering(viewLine, () => unpaid),
      { name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) },
    ],
  });
  expect(await screen.findByText('Only the customer can pay for this line.')).toBeTruthy();
  expect(pay()).toBeNull();
});

test('[K01] another customer’s line is not found, and a lost answer can be asked for again', async () => {
  let answer: () => LineDetail = () => {
    throw lost();
  };
  show(() => answer());
  expect(await screen.findByText('Your line didn’t load')).toBeTruthy();
  answer = () => {
    throw no(404, { message: 'We couldn’t find what you asked for.' });
  };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('We can’t find this line')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To Dashboard' }).getAttribute('href')).toBe(
    '/dashboard',
  );
});

test('[K01] [K06] the tile leads to the line’s page, and an unpaid one to its payment', async () => {
  showScreen(<LineList />, {
    answers: [
      answering(listLines, () => ({ lines: [{ ...stageLine, ...unpaid }] })),
      answering(viewLine, () => unpaid),
    ],
  });
  expect(await screen.findByText(/Pay before Jan 5, 2100/)).toBeTruthy();
  expect(pay()?.getAttribute('href')).toBe('/dashboard/lines/l1/renew');
  expect(screen.queryByRole('link', { name: 'Contact Us' })).toBeNull();
  const manage = screen.getByRole('link', { name: 'Manage this line' });
  expect(manage.getAttribute('href')).toBe('/dashboard/lines/l1');
});

test.each([
  ['requested', 'active', ['port_out'], /When your number has moved to the other carrier/],
  ['completed', 'ended', [], /Your number has moved to another carrier, so this line has ended/],
] as const)(
  '[K16] [K01] with a port-out %s the page says what happens to the number',
  async (state, status, works, words) => {
    const portOut = { state, at: '2099-11-04T15:00:00Z' };
    show(() => ({ ...active, status, underWay: [...works], portOut }));
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

test('[K28] a line whose number needs its customer says so on its page, as on its tile', async () => {
  const portIn = { id: 'prt_1', msisdn: '7755550191', status: 'action_needed' } as const;
  const pending = { ...active, status: 'pending', nextAction: 'finish_port_in', portIn } as const;
  const message = 'The transfer of (775) 555-0191 needs something from you.';
  const need: Need = { code: 'port_in_details', lineId: active.id, message };
  showScreen(<LinePage {...page} />, {
    answers: [
      answering(viewLine, () => ({ ...pending, paidUntil: null })),
      answering(listNeeds, () => ({ needs: [need], data: [] })),
    ],
    token: freshToken(),
  });
  expect(await screen.findByText('Action needed')).toBeTruthy();
  expect(screen.getByText(`This line is waiting for (775) 555-0191. ${message}`)).toBeTruthy();
});

test('[K17] [K01] a line that is to end says so, and leads to what keeps it', async () => {
  show(() => ({ ...active, endsOn: active.paidUntil ?? '' }));
  expect(
    await screen.findByText(/You asked us to end this line. It ends on Nov 5, 2099/),
  ).toBeTruthy();
  const keep = screen.getByRole('link', { name: 'Keep this line' });
  expect(keep.getAttribute('href')).toBe('/dashboard/lines/l1/number#end');
});

test.each([
  [
    true,
    'Autopay couldn’t charge your card. Pay now, or it tries again on Nov 4, 2099. If it isn’t paid by Nov 5, 2099, service stops.',
  ],
  [false, 'Autopay couldn’t charge your card. Pay by Nov 5, 2099 to keep this line active.'],
])(
  '[K05] a line whose autopay was declined (tried again: %s) says so, and can be paid at once',
  async (isTriedAgain, words) => {
    const nextCharge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card };
    const autopay = { ...active.autopay, on: true, declined: true as const };
    show(() => ({
      ...active,
      nextAction: 'renew',
      autopay: isTriedAgain ? { ...autopay, nextCharge } : autopay,
    }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(pay()).toBeTruthy();
  },
);

test('[P10] of a line that is paid for long, its page says until when, not that the next 30 days are', async () => {
  const paidUntil = '2100-01-05T17:00:00Z';
  show(() => ({ ...active, paidUntil, paidAhead: { periods: 2, credit: 44 } }));
  expect(
    await screen.findByText(/^This line is paid until Jan 5, 2100\. From Dec 26, 2099/),
  ).toBeTruthy();
  expect(screen.queryByText(/The next 30 days are paid too/)).toBeNull();
});

test('[P10] beside these 30 days stands until when the line is paid, where that is later', async () => {
  const paidUntil = '2100-01-05T17:00:00Z';
  showScreen(<LineFacts line={{ ...active, paidUntil, paidAhead: { periods: 2, credit: 44 } }} />);
  expect(await screen.findByText('Paid until Jan 5, 2100')).toBeTruthy();
  expect(screen.getByText(/Oct 6, 2099 to Nov 5, 2099/)).toBeTruthy();
});
