// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listCards } from '@portside/contract/payments';
import {
  changePlan,
  type PlanChangeQuote,
  quotePlanChange,
  undoPlanChange,
} from '@portside/contract/plan-change';
import { listPlans, type Plan } from '@portside/contract/plans';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { quote as stageQuote } from '../testing/checkout-stage.tsx';
import { sharedLine } from '../testing/household-stage.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, no, plan as stagePlan } from '../testing/stage.tsx';
import { PlanChangePage } from './plan-change-page.tsx';
import { PlanPanel } from './plan-panel.tsx';

const clipper: Plan = { ...stagePlan, id: 'clipper', retailName: 'Clipper', retailPrice: 40 };
const sloop: Plan = { ...stagePlan, id: 'sloop-12', retailName: 'Sloop 12 GB' };
const card = {
  id: 'card_visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
} as const;

const quote = (when: 'now' | 'renewal', total = 28.49): PlanChangeQuote => ({
  ...stageQuote(total),
  lines: [
    { kind: 'plan', label: 'Clipper', amount: 40 },
    ...(when === 'now'
      ? [{ kind: 'unused_days' as const, label: 'Credit for unused days', amount: -15.83 }]
      : []),
  ],
  period: { from: '2099-11-06T17:00:00Z', to: '2099-12-06T17:00:00Z' },
  creditUsed: 0,
  creditForUnusedDays: when === 'now' ? 15.83 : 0,
  unusedDays: when === 'now' ? 19 : 0,
  creditLeft: 0,
  effectiveOn: '2099-11-06T17:00:00Z',
});

function show(
  at: string,
  change: () => ReturnType<typeof answer> | Promise<ReturnType<typeof answer>> = () =>
    answer('paid'),
  line: LineDetail = lineDetail,
) {
  return showScreen(
    <PlanChangePage
      id="l1"
      leave={() => undefined}
      loadProvider={async () => ({
        createToken: async () => ({ paymentToken: 'tok_1', network: 'visa', last4Digits: '4242' }),
      })}
    />,
    {
      at,
      token: freshToken(),
      answers: [
        answering(viewLine, () => line),
        answering(listPlans, () => ({ plans: [sloop, clipper], addOns: [] })),
        answering(quotePlanChange, ({ when }) => quote(when)),
        answering(listCards, () => ({ cards: [card] })),
        answering(changePlan, change),
      ],
    },
  );
}

const answer = (status: 'paid' | 'noted') => ({ status, message: '' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const page = '/dashboard/lines/l1/plan';

test('[K08] the plans stand side by side, the line’s own cannot be chosen, and without a choice nothing goes on', async () => {
  const { router, sent } = show(page);
  const own = await screen.findByRole<HTMLInputElement>('radio', { name: /Sloop 12 GB/ });
  expect(own.disabled).toBe(true);
  expect(screen.getByText('Your plan')).toBeTruthy();
  await press('See the price');
  expect(await screen.findByText('Please choose a plan.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: /Clipper/ }));
  await press('See the price');
  expect(router.state.location.search).toBe('?to=clipper&when=now');
  expect(await screen.findByText('Credit for unused days')).toBeTruthy();
  expect(sent('quotePlanChange')).toEqual([{ id: 'l1', planId: 'clipper', when: 'now' }]);
});

test('[K08] the price and what the unused days are worth stand there before one press pays', async () => {
  const { router, sent } = show(`${page}?to=clipper&when=now`);
  expect(await screen.findByText('−$15.83')).toBeTruthy();
  expect(screen.getByText('$40.00')).toBeTruthy();
  expect(screen.getByText(/unused days of your old plan are worth \$15.83/)).toBeTruthy();
  expect(sent('changePlan')).toEqual([]);
  await press('Pay $28.49');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/lines/l1/usage'));
  expect(router.state.location.state).toEqual({ planChanged: true });
  expect(sent('changePlan')).toMatchObject([{ quoteId: 'quo_28.49', cardId: 'card_visa' }]);
});

test('[K08] [K10] changed now, an add-on of each 30 days ends before the new ones, which is said before paying', async () => {
  const until = '2099-11-10T17:00:00Z';
  const pass = { id: 'pass', name: 'Travel Pass', until, recurring: true };
  const once = { ...pass, id: 'once', name: 'Once', recurring: false };
  const addOns = [pass, once, { ...pass, id: 'over', name: 'Over', until: '2026-01-05T12:00:00Z' }];
  show(`${page}?to=clipper&when=now`, undefined, { ...lineDetail, addOns });
  const sentence = 'Travel Pass stays until Nov 10, 2099, and you buy it again on Dec 6, 2099.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByText(/(Once|Over) stays/)).toBeNull();
});

test('[K09] with the next payment, the total and the day are shown, and one press notes it without a card', async () => {
  const { router, sent } = show(`${page}?to=clipper&when=renewal`, () => answer('noted'));
  expect(await screen.findByText('Total of the next payment')).toBeTruthy();
  expect(screen.getByText(/nothing to pay now. Your plan changes on Nov 6, 2099/)).toBeTruthy();
  await press('Change with the next payment');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/lines/l1/usage'));
  expect(sent('changePlan')).toEqual([{ id: 'l1', quoteId: 'quo_28.49' }]);
});

test.each(['holder', 'manager'] as const)(
  '[P04] [K09] who pays for the new plan is said to a manager alone: %s',
  async (role) => {
    show(`${page}?to=clipper&when=renewal`, undefined, sharedLine(role));
    await screen.findByRole('button', { name: 'Change with the next payment' });
    const words = 'From then on it’s paid as your plan is now: by Maya, or by you.';
    await waitFor(() => expect(screen.queryByText(words) !== null).toBe(role === 'manager'));
  },
);

test('[K09] a refusal is said, and nothing is noted', async () => {
  const message = 'A payment for this line is still going through.';
  const { router } = show(`${page}?to=clipper&when=renewal`, () => {
    throw no(422, { reason: 'busy', message });
  });
  await press('Change with the next payment');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(router.state.location.pathname).toBe(page);
});

test('[K09] a change that is noted late pulls nobody back to the line', async () => {
  const noted = Promise.withResolvers<ReturnType<typeof answer>>();
  const { router, sent } = show(`${page}?to=clipper&when=renewal`, () => noted.promise);
  await press('Change with the next payment');
  await waitFor(() => expect(sent('changePlan')).toHaveLength(1));
  await act(() => router.navigate(page));
  await screen.findByRole('button', { name: 'See the price' });
  const looks = sent('viewLine').length;
  await act(async () => noted.resolve(answer('noted')));
  await waitFor(() => expect(sent('viewLine').length).toBeGreaterThan(looks));
  await act(async () => {});
  expect(router.state.location.pathname).toBe(page);
});

function Panel() {
  const { data } = useLine('l1');
  return data && <PlanPanel line={data} />;
}

function showPanel(change: Partial<LineDetail>) {
  let line: LineDetail = { ...lineDetail, ...change };
  return showScreen(<Panel />, {
    answers: [
      answering(viewLine, () => line),
      answering(undoPlanChange, () => {
        const { nextPlan: _none, ...kept } = line;
        line = kept;
        return { message: 'Your line keeps its plan.' };
      }),
    ],
  });
}

const nextPlan = {
  id: 'clipper',
  retailName: 'Clipper',
  on: '2099-11-06T17:00:00Z',
  retailPrice: 40,
  paid: false,
};

test('[K09] the line’s page shows what was noted with its day and price, and one press takes it back', async () => {
  const { sent } = showPanel({ nextPlan });
  expect(
    await screen.findByText(/On Nov 6, 2099 this line changes to Clipper, for \$40.00/),
  ).toBeTruthy();
  await press('Keep my plan');
  expect(await screen.findByRole('link', { name: 'Change plan' })).toBeTruthy();
  expect(screen.queryByText(/changes to Clipper/)).toBeNull();
  expect(sent('undoPlanChange')).toEqual([{ id: 'l1' }]);
});

test.each([
  ['paid ahead', { ...nextPlan, paid: true }, /It’s paid already/],
  ['under way', { ...nextPlan, paid: true, on: '2099-10-07T03:30:00Z' }, /is changing to Clipper/],
])('[K08] a change that is %s is said, and cannot be taken back', async (_, next, words) => {
  showPanel({ nextPlan: next });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
});
