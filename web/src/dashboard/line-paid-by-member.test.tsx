// @vitest-environment jsdom
import { type AddOnQuote, buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import type { OrderAnswer } from '@portside/contract/checkout';
import { holderOnly, type LineRole } from '@portside/contract/household-acts';
import { viewLine } from '@portside/contract/line-detail';
import { listCards } from '@portside/contract/payments';
import { changePlan, type PlanChangeQuote, quotePlanChange } from '@portside/contract/plan-change';
import { quoteRenewal, type RenewalQuote, renewLine } from '@portside/contract/renewals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { BuyAddOnPage } from '../add-ons/buy-add-on-page.tsx';
import { PlanChangePage } from '../plan-change/plan-change-page.tsx';
import { quote as stageQuote } from '../testing/checkout-stage.tsx';
import { card, sharedLine } from '../testing/household-stage.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { fill, freshToken, no } from '../testing/stage.tsx';
import { RenewPage } from '../renewals/renew-page.tsx';

const period = { from: '2099-11-06T17:00:00Z', to: '2099-12-06T17:00:00Z' };
const renewal: RenewalQuote = { ...stageQuote(28.49), period, creditUsed: 5, prepay: [] };
const extra: AddOnQuote = {
  ...stageQuote(6.51),
  addOn: { id: 'data-2', name: 'Extra 2 GB', price: 6, validity: 'period', recurring: true },
  until: period.from,
  creditUsed: 0,
};
const change: PlanChangeQuote = {
  ...stageQuote(12),
  lines: [{ kind: 'plan', label: 'Clipper', amount: 40 }],
  period,
  creditUsed: 0,
  creditForUnusedDays: 15.83,
  unusedDays: 19,
  creditLeft: 3,
  effectiveOn: period.from,
};
const paid: OrderAnswer = { orderId: 'ord_1', status: 'paid', message: '' };

const provider = {
  leave: () => undefined,
  loadProvider: async () => ({
    createToken: async () => ({
      paymentToken: 'tok_1',
      network: 'visa' as const,
      last4Digits: '4242',
    }),
  }),
};

function show(screenOf: ReactNode, role: LineRole, at: string, pay = () => paid) {
  return showScreen(screenOf, {
    at: `/dashboard/lines/l1/${at}`,
    token: freshToken(),
    answers: [
      answering(viewLine, () => sharedLine(role)),
      answering(listCards, () => ({ cards: [card] })),
      answering(quoteRenewal, () => renewal),
      answering(renewLine, () => pay()),
      answering(quoteAddOn, () => extra),
      answering(buyAddOn, () => pay()),
      answering(quotePlanChange, () => change),
      answering(changePlan, () => pay()),
    ],
  });
}

interface Sale {
  readonly at: string;
  readonly page: ReactNode;
  readonly call: string;
  readonly price: string;
}

const addOn: Sale = {
  at: 'add-on',
  page: <BuyAddOnPage addOnId="data-2" id="l1" {...provider} />,
  call: 'buyAddOn',
  price: '$6.51',
};
const otherPlan: Sale = {
  at: 'plan?to=clipper&when=now',
  page: <PlanChangePage id="l1" {...provider} />,
  call: 'changePlan',
  price: '$12.00',
};
const sales: readonly [what: string, Sale][] = [
  [
    'the next 30 days',
    {
      at: 'renew',
      page: <RenewPage id="l1" {...provider} />,
      call: 'renewLine',
      price: '$28.49',
    },
  ],
  ['an add-on', addOn],
  ['another plan', otherPlan],
];

async function typeCard(): Promise<void> {
  const user = userEvent.setup();
  await fill(user, await screen.findByLabelText('Name on card'), 'Tomas Berg');
  await fill(user, screen.getByLabelText('Card number'), '4242424242424242');
  await fill(user, screen.getByLabelText('Expiry date'), '12/88');
  await fill(user, screen.getByLabelText('CVV'), '123');
}

test.each(sales)(
  '[P04] a manager pays for %s with a card that is typed in and not kept, and reads who gets the receipt too',
  async (_what, { at, page, call, price }) => {
    const { sent } = show(page, 'manager', at);
    await typeCard();
    expect(screen.getByText(/The receipt also goes to Maya\./).textContent).toBe(
      'The receipt also goes to Maya. A refund goes back to the card you pay with.',
    );
    expect(screen.queryByLabelText('Save this card')).toBeNull();
    expect(screen.queryByText(/4242$/)).toBeNull();
    expect(screen.queryByRole('radio', { name: /New card/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: `Pay ${price}` }));
    await waitFor(() => expect(sent(call)).toHaveLength(1));
    expect(sent(call)[0]).toMatchObject({ paymentToken: 'tok_1', saveCard: false });
    expect(sent(call)[0]).not.toHaveProperty('cardId');
    expect(sent('listCards')).toEqual([]);
  },
);

test.each(sales)(
  '[P04] the holder pays for %s with a saved card, as ever',
  async (_what, { at, page, call, price }) => {
    const { sent } = show(page, 'holder', at);
    await userEvent.click(await screen.findByRole('button', { name: `Pay ${price}` }));
    await waitFor(() => expect(sent(call)).toHaveLength(1));
    expect(sent(call)[0]).toMatchObject({ cardId: 'c1' });
    expect(screen.queryByText(/The receipt also goes to/)).toBeNull();
  },
);

test.each<[LineRole, RegExp, RegExp]>([
  ['manager', /It’s bought again with each payment/, /You buy it again/],
  ['holder', /It’s bought again with each payment/, /You buy it again/],
])(
  '[P04] [K10] the %s reads that an add-on is bought again, by whoever pays',
  async (role, said, unsaid) => {
    show(addOn.page, role, addOn.at);
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText(unsaid)).toBeNull();
  },
);

test.each<[LineRole, string]>([
  ['manager', '$3.00 is left over. It stays as credit in Maya’s account.'],
  ['holder', '$3.00 is left over. It stays as credit for your next payment.'],
])('[P04] [K08] the %s reads whose the credit is that is left over', async (role, words) => {
  show(otherPlan.page, role, otherPlan.at);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[P04] who manages no more is told at the press, and nothing is to be paid then', async () => {
  let isManager = true;
  const refuse = (): never => {
    throw no(422, { reason: 'holder_only', message: holderOnly });
  };
  const page = showScreen(<RenewPage id="l1" {...provider} />, {
    at: '/dashboard/lines/l1/renew',
    token: freshToken(),
    answers: [
      answering(viewLine, () => sharedLine('manager')),
      answering(quoteRenewal, () => (isManager ? renewal : refuse())),
      answering(renewLine, () => {
        isManager = false;
        return refuse();
      }),
    ],
  });
  await typeCard();
  await userEvent.click(screen.getByRole('button', { name: 'Pay $28.49' }));
  expect(await screen.findByText('You can’t pay for this line')).toBeTruthy();
  expect(screen.getByText(holderOnly)).toBeTruthy();
  expect(screen.queryByLabelText('Card number')).toBeNull();
  const back = screen.getAllByRole('link', { name: 'Back to the line' });
  for (const link of back) expect(link.getAttribute('href')).toBe('/dashboard/lines/l1');
  expect(page.sent('renewLine')).toHaveLength(1);
});
