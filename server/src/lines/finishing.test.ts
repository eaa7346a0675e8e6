import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann } from '../adapters/carrier/carrier-world.suite.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from '../slices.ts';
import { unfinishedLines } from './store.ts';

/**
 * How the carrier takes a new line: it answers, its answer or the question is lost, or it is not to
 * be asked again.
 */
let activating: 'answers' | 'is lost' | 'never comes' | 'asked again' = 'answers';
let asked: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const lossy = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    async activate(request) {
      asked.push(request.key);
      if (activating === 'never comes') throw new OutsideFailure('carrier', 'unknown');
      if (activating === 'asked again') throw new OutsideFailure('carrier', 'not_done');
      const answer = await carrier.activate(request);
      if (activating === 'is lost') throw new OutsideFailure('carrier', 'unknown');
      return answer;
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: lossy(opened.carrier) }) },
  });
});
afterAll(() => app.close());

async function buy() {
  asked = [];
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await customer.call(placeOrder, order);
  const see = async () => (await customer.call(viewOrder, { id: orderId })).line;
  return { orderId, see, id: (await app.eventually(see)).id };
}

const jobNamed = (name: string) => handlers.find((one) => one.job.name === name);
const finishLines = jobNamed('finish-lines');
const followUnpaid = jobNamed('follow-unpaid-lines');
const lookedFor = () => finishLines?.run(app.app, {});

async function refund(orderId: string) {
  expect((await runVerb(app.app, ['order', 'refund', orderId])).fine).toBe(true);
}

test('a line whose answer was lost is looked for at the carrier before it is asked for again', async () => {
  activating = 'is lost';
  const { see, id } = await buy();
  const { carrier } = app.adapters;
  await app.eventually(() => carrier.findActivation({ key: id, customer: ann }));
  activating = 'asked again';
  expect((await see())?.status).toBe('pending');
  app.clock.move(660_000);
  await app.eventually(async () => {
    await lookedFor();
    return (await see())?.status === 'active' || undefined;
  });
});

test('[L20] refunded while the carrier’s answer was lost, a line that the carrier has is paused, not forgotten there', async () => {
  activating = 'is lost';
  const { orderId, see, id } = await buy();
  const { carrier } = app.adapters;
  await app.eventually(() => carrier.findActivation({ key: id, customer: ann }));
  activating = 'asked again';
  asked = [];
  await app.eventually(async () => asked.includes(id) || undefined);
  await refund(orderId);
  expect((await see())?.status).toBe('pending');
  app.clock.move(minutes(11));
  await app.eventually(async () => {
    await lookedFor();
    await followUnpaid?.run(app.app, {});
    return (await see())?.status === 'suspended' || undefined;
  });
});

test('[L20] refunded while the carrier was asked in vain, a line ends once the carrier surely has none, and is not asked for again', async () => {
  activating = 'never comes';
  const { orderId, see, id } = await buy();
  await app.eventually(async () => asked.includes(id) || undefined);
  await refund(orderId);
  asked = [];
  activating = 'answers';
  // Its own job comes again.
  await jobNamed('activate-line')?.run(app.app, { lineId: id });
  app.clock.move(minutes(11));
  await lookedFor();
  expect((await see())?.status).toBe('pending');
  app.clock.move(minutes(5));
  await lookedFor();
  expect((await see())?.status).toBe('ended');
  expect(asked).not.toContain(id);
  expect(await app.adapters.carrier.findActivation({ key: id, customer: ann })).toBeUndefined();
});

test('lines that cannot be finished keep no other waiting: each round takes other ones', async () => {
  const { db } = app.app;
  const stuck = 501;
  await sql`
    insert into lines (id, tenant_id, customer_id, plan_id, plan_name, plan_flag, nickname, zip_code,
      sim_type, status, created_at)
    select 'stuck' || number, 6, (select id from customers limit 1), 'skiff-2', '', 1, '', '', 'esim',
      'pending', now() - interval '1 day'
    from generate_series(1, ${stuck}::int) as number`.execute(db.query);
  const seen = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const some = await unfinishedLines(db.query, app.clock.now());
    expect(some.length).toBeLessThan(stuck);
    for (const id of some) seen.add(id);
  }
  expect(seen.size).toBe(stuck);
});
