import { viewOrder } from '@portside/contract/checkout';
import * as disputes from '@portside/contract/console/disputes';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, harbor } from '../testing/caller.ts';
import { ownFile } from '../testing/handing-over.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { inTime } from '../testing/passing-time.ts';
import { boughtAtOnce } from '../testing/buying-lines.ts';
import { separated } from '../testing/separating-lines.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function allThatIsShown(noa: Caller & { email: string }, orders: readonly string[]) {
  const views = await Promise.all(orders.map((id) => noa.call(viewOrder, { id })));
  const { transactions } = await noa.call(listTransactions, {});
  const of = async (form: string) => {
    const answer = await app.fetch(`/app/payments/${form}`, {
      headers: { ...harbor, authorization: `Bearer ${noa.token}` },
    });
    return answer.text();
  };
  const receipt = await of(`transactions/${transactions[0]?.id}/receipt`);
  const table = await of('transactions.csv');
  return { views, transactions, receipt, table };
}

test('[P05] [P03] one of several lines that was separated looks to its holder like one that ended, at the bank’s dispute too', async () => {
  const noa = await newcomer(app);
  const orders = await boughtAtOnce(app, noa);
  const [, line] = (await noa.call(listLines, {})).lines;
  const before = await allThatIsShown(noa, orders);
  const { email: safe } = await separated(app, [line?.mdn ?? '']);
  const after = await allThatIsShown(noa, orders);
  const { lines } = await noa.call(listLines, {});
  const ended = lines.find(({ id }) => id === line?.id);
  expect(ended?.status).toBe('ended');
  for (const view of after.views) {
    const part = view.purchase?.find((one) => one.line?.id === line?.id);
    expect(part).toMatchObject({ status: 'paid', line: { status: 'ended' } });
    expect(Object.keys(part?.line ?? {})).not.toContain('handedOverAt');
  }
  // What was paid, and for what, stands.
  expect(after.transactions).toEqual(before.transactions);
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer_id as customer from lines
    where mdn = ${line?.mdn} and status <> 'ended'`.execute(app.app.db.query);
  const [survivors] = rows;
  if (!survivors) throw new Error('There is no line of theirs');
  const payment = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${orders[0]}`.execute(app.app.db.query);
  const asked = await app.fetch('/sandbox/pay/disputes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment: payment.rows[0]?.ref }),
  });
  expect(asked.ok).toBe(true);
  const agent = await app.staff('agent');
  const { id } = await inTime(app, async () =>
    (await agent.call(disputes.listDisputes, {})).disputes.find((one) => one.orderId === orders[0]),
  );
  const { parts } = await agent.call(disputes.viewDispute, { id });
  expect(parts?.map((part) => part.line?.status)).toEqual(
    orders.map((_, at) => (parts?.[at]?.line?.id === line?.id ? 'ended' : 'active')),
  );
  await agent.call(disputes.pauseForDispute, { id });
  await allEmailsSent(app);
  const letters = await app.emails(noa.email, 0);
  expect(letters.map(({ subject }) => subject).join()).toMatch(/Your bank asks/);
  const written = letters.map(({ subject, text }) => subject + text);
  const seen = JSON.stringify([after, lines, written, parts, await ownFile(app, noa)]);
  for (const word of [safe, survivors.id, survivors.customer, 'separat']) {
    expect(seen.includes(word), word).toBe(false);
  }
  // Theirs goes on.
  const theirs = await sql<{ status: string }>`
    select status from lines where id = ${survivors.id}`.execute(app.app.db.query);
  expect(theirs.rows).toEqual([{ status: 'active' }]);
  expect(JSON.stringify(await app.emails(safe, 0))).not.toMatch(/dispute|bank/i);
});
