import { viewUser } from '@portside/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { harbor } from '../testing/caller.ts';
import { boughtAtOnce, placedAtOnce } from '../testing/buying-lines.ts';
import { cards, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { ownerOf } from '../http/who.ts';
import { whatIsInTheWay } from './in-the-way.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[L19] [P03] the file of a customer shows which orders were bought together', async () => {
  const noa = await newcomer(app);
  const orders = await boughtAtOnce(app, noa);
  const fresh = await app.as(noa.email, 'Anchor7!');
  const answer = await app.fetch('/app/users/export', {
    method: 'POST',
    headers: {
      ...harbor,
      authorization: `Bearer ${fresh.token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  const { tables } = (await answer.json()) as {
    tables: Record<string, Record<'id' | 'owner_id' | 'paid_with', string | null>[]>;
  };
  const orderRows = new Map(tables['orders']?.map((row) => [row.id, row.paid_with]));
  expect(orders.map((id) => orderRows.get(id))).toEqual([null, orders[0], orders[0]]);
  const charges = new Map(tables['charges']?.map((row) => [row.owner_id, row]));
  expect(orders.map((id) => charges.get(id)?.paid_with)).toEqual([
    null,
    charges.get(orders[0] ?? '')?.id,
    charges.get(orders[0] ?? '')?.id,
  ]);
});

test('[L19] [P03] of an erased customer the receipts stay, and which lines were bought together, in their order', async () => {
  const noa = await newcomer(app);
  const orders = await boughtAtOnce(app, noa);
  const { id } = await noa.call(viewUser, {});
  await sql`update lines set status = 'ended', ended_at = ${app.clock.now()},
    released_at = ${app.clock.now()} where customer_id = ${id}`.execute(app.app.db.query);
  await runVerb(app.app, ['customer', 'erase', noa.email, '--reason', 'Asked by letter']);
  for (const one of orders) {
    const { text } = await runVerb(app.app, ['order', 'show', one]);
    const others = [...text.matchAll(/bought with \S+ (ord_\w+)/g)].map(([, other]) => other);
    expect(others).toEqual(orders.filter((other) => other !== one));
  }
});

test('[L19] [P03] no account is erased while the payment for several lines is at the bank', async () => {
  const noa = await newcomer(app);
  await placedAtOnce(app, noa, { card: cards.confirms });
  const { id } = await noa.call(viewUser, {});
  const obstacles = await whatIsInTheWay(app.app, app.app.db.query, ownerOf(6, id));
  expect(obstacles).toContain('order_open');
});
