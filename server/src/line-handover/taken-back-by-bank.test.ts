import { viewUser } from '@portside/contract/account';
import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { offerLine } from '@portside/contract/line-handover';
import { quotePlanChange } from '@portside/contract/plan-change';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBooks } from '../checkout/customer-books.ts';
import { ownerOf } from '../http/who.ts';
import type { Caller } from '../testing/caller.ts';
import {
  accept,
  confirmed,
  decide,
  dispute,
  firstOrderOf,
  handedOver,
  offerTo,
  ownFile,
  unlock,
} from '../testing/handing-over.ts';
import { lineOf, passDays } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { inTime } from '../testing/passing-time.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What a bank takes back of the giver's payment is nobody's credit, in the other account either. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const prepaid = { planId: 'sloop-12', months: 3 } as const;
const balance = async (who: Caller) => (await who.call(viewCredit, {})).balance;
const off = async (who: Caller) =>
  (await customerBooks(app.app, ownerOf(6, (await who.call(viewUser, {})).id))).off;

async function ended(omar: Awaited<ReturnType<typeof confirmed>>, id: string) {
  await proving(omar);
  await omar.call(endLine, { id, when: 'period' });
  await passDays(app, 31);
  const me = await again(app, omar);
  expect((await lineOf(me, id)).status).toBe('ended');
  return me;
}

test('[P06] [P10] months that a bad card paid, handed over and ended, are no credit, until the dispute is won', async () => {
  const { noa, omar, line, id } = await handedOver(app, prepaid);
  const order = await firstOrderOf(app, line.id);
  expect((await omar.call(viewLine, { id })).paidAhead).toEqual({ periods: 2, credit: 46 });
  const opened = await dispute(app, order);
  expect(await omar.call(viewLine, { id })).not.toHaveProperty('paidAhead');
  expect((await omar.call(viewLine, { id })).paidUntil).toBe(line.paidUntil);
  await proving(omar);
  await omar.call(endLine, { id });
  await passDays(app, 91);
  let me = await again(app, omar);
  expect((await lineOf(me, id)).status).toBe('ended');
  expect(await balance(me)).toBe(0);
  expect(await off(me)).toBe(0);
  await decide(app, opened, 'won');
  await passDays(app, 1);
  me = await again(app, omar);
  expect(await off(me)).toBe(0);
  expect(await off(await again(app, noa))).toBe(0);
});

test('[P06] [P10] a dispute that is won after the line ended gives the taker what waited for it', async () => {
  const { omar, line, id } = await handedOver(app, prepaid);
  await proving(omar);
  await omar.call(endLine, { id, when: 'period' });
  const opened = await dispute(app, await firstOrderOf(app, line.id));
  await passDays(app, 31);
  let me = await again(app, omar);
  expect((await lineOf(me, id)).status).toBe('ended');
  expect(await balance(me)).toBe(0);
  await decide(app, opened, 'won');
  await inTime(app, async () => ((await balance(me)) === 46 ? true : undefined));
  await passDays(app, 1);
  me = await again(app, omar);
  expect(await balance(me)).toBe(46);
  expect(await off(me)).toBe(0);
});

test('[P06] [P10] a payment that the bank takes back after the end takes the credit of the taker along, and says nothing of the order', async () => {
  const { noa, omar, line, id } = await handedOver(app, prepaid);
  const order = await firstOrderOf(app, line.id);
  const me = await ended(omar, id);
  expect(await balance(me)).toBe(46);
  const opened = await dispute(app, order);
  await decide(app, opened, 'lost');
  await inTime(app, async () => ((await balance(me)) === 0 ? true : undefined));
  expect(await off(me)).toBe(0);
  const file = await ownFile(app, me);
  expect(file).toContain(id);
  expect(file).not.toContain(order);
  // The giver had none of it.
  expect(await balance(await again(app, noa))).toBe(0);
  // The bank decides anew.
  await decide(app, opened, 'won');
  await inTime(app, async () => ((await balance(me)) === 46 ? true : undefined));
  expect(await off(me)).toBe(0);
});

test('[P06] [K08] what the bank may take back pays for no other plan, in the second account either, and goes no further', async () => {
  const { omar, line, id } = await handedOver(app, prepaid);
  await unlock(app, id);
  const ines = await confirmed(app);
  await offerTo(omar, id, ines.email);
  const last = await accept(ines);
  const opened = await dispute(app, await firstOrderOf(app, line.id));
  const asked = { id: last, planId: 'skiff-2', when: 'now' } as const;
  expect((await ines.refusal(quotePlanChange, asked)).problem.reason).toBe('payment_disputed');
  await unlock(app, last);
  await proving(ines);
  const on = await ines.refusal(offerLine, { id: last, email: omar.email });
  expect(on.problem.reason).toBe('money_open');
  await decide(app, opened, 'won');
  await ines.call(quotePlanChange, asked);
  expect((await ines.call(viewLine, { id: last })).paidUntil).toBe(line.paidUntil);
});
