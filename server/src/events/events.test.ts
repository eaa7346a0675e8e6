import { eventsPath } from '@portside/contract/events';
import { placeOrder } from '@portside/contract/checkout';
import { endOtherSessions, nameBrowser } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, seconds } from '../clock.ts';
import { ownerOfRow } from '../http/who.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { listen as openStream } from '../testing/chatting.ts';
import { bring, portInWhen } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { publish } from './events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const listen = (caller: Caller, more: Record<string, string> = {}) =>
  openStream(app, { authorization: `Bearer ${caller.token}`, ...more });

test('a stream tells of the customer’s own port-in, order and line, and of nobody else’s', async () => {
  const customer = await newcomer(app);
  const other = await newcomer(app);
  const mine = await listen(customer);
  const theirs = await listen(other);
  expect(mine.answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const { portInId } = await bring(customer, '2125550150');
  await portInWhen(app, customer, portInId, 'completed');
  await mine.came(new RegExp(`event: portIn\\ndata: {"id":"${portInId}","status":"completed"}`));
  const { orderId } = await customer.call(
    placeOrder,
    orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) }),
  );
  await orderWhen(app, customer, orderId, 'active');
  await mine.came(new RegExp(`event: order\\ndata: {"id":"${orderId}","status":"paid"}`));
  const text = await mine.came(/event: line\ndata: {"id":"lin_\w+","status":"active"}/);
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map((one) => one[1]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(theirs.text()).not.toMatch(/event: (?!ready)/);
  const missed = await listen(other, { 'last-event-id': '1' });
  expect(missed.text()).not.toMatch(/event: (?!ready)/);
  // What was missed since an event is told after it; it is the same browser, so the first ends.
  const after = await listen(customer, { 'last-event-id': String(ids.at(-2)) });
  await after.came(new RegExp(`id: ${ids.at(-1)}\\n`));
  await mine.reading;
  expect(mine.text()).toMatch(/event: replaced\ndata: {}\n\n$/);
});

test('a stream that begins tells the newest of each thing that happened since its page asked, and nothing older', async () => {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  const first = await listen(customer);
  await first.came(/event: line\ndata: {"id":"lin_\w+","status":"active"}/);
  const told = [...first.text().matchAll(/^event: (?:line|order)\ndata: {"id":"(\w+)"/gm)];
  expect(told.map(([, id]) => id)).toHaveLength(new Set(told.map(([, id]) => id)).size);
  app.clock.move(seconds(16));
  const later = await listen(customer);
  await later.came(/event: ready/);
  await customer.call(endOtherSessions, {});
  expect(later.text()).not.toMatch(/event: (?!ready)/);
});

test('what happened just before a stream begins comes once, as it was last, while others listen', async () => {
  const customer = await newcomer(app);
  const { db } = app.app;
  const { rows } = await sql<{ id: string }>`
    select id from customers where email = ${customer.email}`.execute(db.query);
  const who = ownerOfRow({ tenant_id: 6, customer_id: rows[0]?.id ?? '' });
  const tell = (...statuses: string[]) =>
    db.transaction(async (tx) => {
      for (const status of statuses) {
        await publish(app.app, tx, who, { kind: 'line', id: 'lin_1', status });
      }
    });
  await listen(await newcomer(app));
  await tell('pending', 'activating');
  const stream = await listen(customer);
  await stream.came(/"status":"activating"/);
  await tell('active');
  const text = await stream.came(/"status":"active"/);
  expect([...text.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status)).toEqual([
    'activating',
    'active',
  ]);
});

test('a stream needs the brand’s headers and a token, or a genuine browser id', async () => {
  expect((await app.fetch(eventsPath)).status).toBe(401);
  expect((await app.fetch(eventsPath, { headers: harbor })).status).toBe(401);
  const forged = `brw_${'0'.repeat(26)}.${'0'.repeat(32)}`;
  const headers = { ...harbor, 'x-mid': forged };
  expect((await app.fetch(eventsPath, { headers })).status).toBe(401);
  const { mid } = await app.anyone.call(nameBrowser, {});
  // Who believes to be logged in is told that it is over, and is not made anonymous.
  const over = { ...harbor, 'x-mid': mid, authorization: 'Bearer a.b.c' };
  expect((await app.fetch(eventsPath, { headers: over })).status).toBe(401);
});

test('a session that was ended, or has expired, receives nothing any more', async () => {
  const here = await app.as('lee@example.com');
  const there = await app.as('lee@example.com');
  const [kept, ended] = [await listen(here), await listen(there)];
  await here.call(endOtherSessions, {});
  await ended.reading;
  expect(ended.text()).toMatch(/event: again\ndata: {}\n\n$/);
  expect(kept.text()).not.toContain('again');
  app.clock.move(days(15));
  await kept.reading;
  expect(kept.text()).toMatch(/event: again\ndata: {}\n\n$/);
});

test('open streams end with the server, and are told to come again', async () => {
  const own = await openTestApp();
  const maya = await own.as('maya@example.com');
  const answer = await own.fetch(eventsPath, {
    headers: { ...harbor, authorization: `Bearer ${maya.token}` },
  });
  await own.close();
  expect(await answer.text()).toMatch(/event: again\ndata: {}\n\n$/);
});
