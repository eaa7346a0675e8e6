import { viewOrder } from '@portside/contract/checkout';
import * as calls from '@portside/contract/console/disputes';
import { listLines } from '@portside/contract/lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listStuck } from '../checkout/stuck.ts';
import type { Caller } from '../testing/caller.ts';
import { inTime } from '../testing/passing-time.ts';
import { boughtAtOnce } from '../testing/buying-lines.ts';
import { newcomer } from '../testing/shopping.ts';
import { staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let billing: Caller;
let customer: Caller;
let orders: string[];
let id: string;
beforeAll(async () => {
  app = await openTestApp();
  [agent, billing] = await Promise.all([
    staffAt(app.address, 'agent'),
    staffAt(app.address, 'billing'),
  ]);
  customer = await newcomer(app);
  orders = await boughtAtOnce(app, customer);
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orders[0]}`.execute(db());
  const answer = await app.fetch('/sandbox/pay/disputes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment: rows[0]?.payment }),
  });
  if (!answer.ok) throw new Error('The sandbox takes no dispute');
  ({ id } = await inTime(app, async () =>
    (await billing.call(calls.listDisputes, {})).disputes.find((one) => one.orderId === orders[0]),
  ));
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const seen = () => agent.call(calls.viewDispute, { id });
const paused = async () => (await seen()).parts?.map(({ line }) => line?.paused);

test('[L21] [P03] a dispute is about all lines of its payment, and each is named with its order', async () => {
  const { parts, line } = await seen();
  expect(parts?.map(({ orderId }) => orderId)).toEqual(orders);
  expect(parts?.[0]?.line).toEqual(line);
  const { lines } = await customer.call(listLines, {});
  const ends = lines.map(({ mdn }) => mdn.slice(-4)).toSorted();
  expect(parts?.map((part) => part.line?.numberEnds).toSorted()).toEqual(ends);
  for (const part of parts ?? []) {
    expect(part.orderNumber).toMatch(/^H-\d{4}-\d\d$/);
    expect(part.amount).toBeGreaterThan(0);
  }
});

test('[L21] [P03] the bank is told of every line by itself, with its number and how its SIM card was sent', async () => {
  // As if the second line had begun with a card in the mail.
  const second = (await seen()).parts?.[1]?.line?.id;
  await sql`insert into sim_shipments (id, tenant_id, line_id, recipient, address, carrier,
      tracking_number, iccid, state, asked_at, mailed_at, ended_at)
    select 'shp_second', tenant_id, id, 'Noa Newcomer', '1 Main St', 'USPS', '9400100000000000000001',
      '8901410000000007411', 'activated', created_at, created_at, created_at from lines where id = ${second}`.execute(
    db(),
  );
  const { parts } = await billing.call(calls.viewEvidence, { id });
  const product = parts.find(({ name }) => name === 'product')?.text ?? '';
  const [, ...told] = product.split('\n');
  expect(told.map((one) => /^Line \d/.exec(one)?.[0])).toEqual(['Line 1', 'Line 2', 'Line 3']);
  expect(told.map((one) => one.includes('tracking number 9400100000000000000001'))).toEqual([
    false,
    true,
    false,
  ]);
  for (const { mdn } of (await customer.call(listLines, {})).lines) {
    expect(product).toContain(mdn.slice(-4));
  }
});

test('[L21] [P03] the desk pauses one line, or all, and ends the pauses likewise', async () => {
  const { parts = [] } = await seen();
  const lineId = parts[1]?.line?.id ?? '';
  await agent.call(calls.pauseForDispute, { id, lineId });
  expect(await paused()).toEqual([false, true, false]);
  const all = await agent.call(calls.pauseForDispute, { id });
  expect(all.message).toContain('the lines');
  expect(await paused()).toEqual([true, true, true]);
  await agent.call(calls.resumeAfterDispute, { id, lineId });
  expect(await paused()).toEqual([true, false, true]);
  const { problem } = await agent.refusal(calls.resumeAfterDispute, { id, lineId });
  expect(problem.reason).toBe('not_paused');
  expect((await agent.call(calls.resumeAfterDispute, { id })).message).toContain('the lines');
  expect(await paused()).toEqual([false, false, false]);
});

test('[L21] [P03] no dispute reaches a line that its payment did not buy', async () => {
  const maya = await app.as('maya@example.com');
  const [hers] = (await maya.call(listLines, {})).lines;
  const { problem } = await agent.refusal(calls.pauseForDispute, { id, lineId: hers?.id });
  expect(problem.reason).toBe('no_line');
  expect((await maya.call(listLines, {})).lines[0]?.status).toBe(hers?.status);
});

test('[L21] [P03] one that has ended stays as it is, and the answer counts the others', async () => {
  await sql`update lines set status = 'ended' where order_id = ${orders[2]}`.execute(db());
  const { message } = await agent.call(calls.pauseForDispute, { id });
  expect(message).toMatch(/2 of the 3 lines.*The others have ended/);
  await agent.call(calls.resumeAfterDispute, { id });
});

test('[L06] [P03] a bank’s report of fraud names the orders that are still paid, each given back by itself', async () => {
  const another = await newcomer(app);
  const ids = await boughtAtOnce(app, another);
  const [first = '', second = ''] = ids;
  await sql`insert into fraud_warnings (id, tenant_id, charge_id, warning_ref, reason, actionable,
      opened_at, read_at)
    select 'efw_several', tenant_id, id, 'issfr_several', 'made_with_lost_card', true,
      ${app.clock.now()}, ${app.clock.now()} from charges where owner_id = ${first}`.execute(db());
  const about = async () => {
    const [warned] = (await listStuck(app.app, db())).filter((one) => one.id === first);
    expect(warned?.kind).toBe('warned');
    return warned?.about;
  };
  const numbers = await Promise.all(
    ids.map(async (one) => (await another.call(viewOrder, { id: one })).number),
  );
  expect(await about()).toMatch(
    new RegExp(
      `^made with lost card; it paid for .+ ×2, .+; still paid: ${numbers.join(', ')}, each given back by itself$`,
    ),
  );
  await sql`update orders set status = 'refunded' where id = ${second}`.execute(db());
  expect(await about()).toContain(`; still paid: ${numbers[0]}, ${numbers[2]}, each`);
});

test('[L06] [P03] a dispute among what hangs says for which lines it paid', async () => {
  const [hangs] = (await listStuck(app.app, db())).filter((one) => one.id === orders[0]);
  expect(hangs).toMatchObject({
    kind: 'disputed',
    about: expect.stringMatching(/; it paid for .+ ×2, /),
  });
  expect(hangs?.about).not.toContain('given back');
});
