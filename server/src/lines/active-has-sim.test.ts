import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../db/database.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from '../slices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const finishLines = handlers.find((one) => one.job.name === 'finish-lines');

test('no line is active without a SIM: the table refuses it, and mends those that were', async () => {
  const { query } = app.app.db;
  const without = sql`update lines set iccid = '' where mdn = '2125550101'`;
  await expect(without.execute(query)).rejects.toThrow(/lines_active_has_sim/);
  await sql`alter table lines drop constraint lines_active_has_sim`.execute(query);
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await customer.call(placeOrder, order);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  await sql`update lines set iccid = '', activation_ref = null where id = ${line?.id}`.execute(
    query,
  );
  const migration = '../../migrations/2026-11-22-211-lines-active-has-sim.ts';
  const { up } = (await import(migration)) as { up: (db: Query) => Promise<void> };
  await up(query);
  expect((await customer.call(viewOrder, { id: orderId })).line?.status).toBe('pending');
  await expect(without.execute(query)).rejects.toThrow(/lines_active_has_sim/);
  app.clock.move(660_000);
  await app.eventually(async () => {
    await finishLines?.run(app.app, {});
    const now = await customer.call(viewOrder, { id: orderId });
    return now.line?.status === 'active' && now.line.iccid ? now : undefined;
  });
});
