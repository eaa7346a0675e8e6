import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds } from '../clock.ts';
import { carrierNoticeHeaders } from './carrier/sandbox/notices.ts';
import { sandboxCarrier } from './carrier/sandbox/carrier.ts';
import { paymentNoticeHeaders } from './payment/sandbox/notices.ts';
import { sandboxPayment, saveSandboxCard } from './payment/sandbox/payment.ts';
import { claimDueNotices } from './sandbox/outbox.ts';
import { startDelivery } from './sandbox-delivery.ts';
import { openTestWorld, type Received, type TestWorld } from './test-world.suite.ts';

let bench: TestWorld;
beforeEach(async () => {
  bench = await openTestWorld();
});
afterEach(() => bench.close());

async function pay(key: string) {
  const port = sandboxPayment(bench.world);
  const { ref } = await port.createCustomer({ key: 'c', email: 'c@x.example', name: 'C' });
  const card = { number: '4242424242424242', expiry: '04/29', name: 'C' };
  const saved = await saveSandboxCard(bench.world, ref, card);
  return port.charge({
    key,
    amountCents: 2849,
    customerRef: ref,
    method: { kind: 'saved', cardRef: saved.ref },
    returnUrl: 'http://shop.example/stripe-response',
    present: true,
    owner: { kind: 'order', id: key },
    description: 'Plan',
  });
}

const read = (one: Received) =>
  sandboxPayment(bench.world).readNotice(one.headers, one.body)?.id ?? 'not genuine';
const typeOf = (one: Received) => (JSON.parse(one.body) as { type: string }).type;

test.each(['not json', 'null', '[]', '{"id":"e1"}', '{"id":null,"type":5,"data":{}}'])(
  'a genuine notice that says %s tells nothing, and breaks nothing',
  (body) => {
    const { world } = bench;
    const paid = paymentNoticeHeaders(world, body);
    expect(sandboxPayment(world).readNotice(paid, body)).toBeUndefined();
    const carried = carrierNoticeHeaders(world, 'msg_1', body);
    expect(sandboxCarrier(world).readNotice(carried, body)).toBeUndefined();
  },
);

test('a notice that was not taken in comes again, with growing pauses, until it is', async () => {
  await pay('ord_1');
  expect(await bench.tick(() => false)).toHaveLength(1);
  expect(await bench.tick()).toHaveLength(0);
  bench.move(seconds(2));
  const again = await bench.tick((one) => typeOf(one) !== 'payment_intent.succeeded');
  expect(again.map(typeOf)).toContain('payment_intent.succeeded');
  bench.move(seconds(3));
  expect(await bench.tick()).toHaveLength(0);
  bench.move(seconds(1));
  expect((await bench.tick()).map(typeOf)).toEqual(['payment_intent.succeeded']);
});

test('some notices come twice, and the end of a payment overtakes its beginning', async () => {
  for (const key of ['ord_1', 'ord_2', 'ord_3']) await pay(key);
  const received = await bench.tick();
  expect(received.map(typeOf)).toEqual(Array(3).fill('payment_intent.succeeded'));
  bench.move(seconds(2));
  received.push(...(await bench.tick()), ...(await bench.tick()));
  expect(received.filter((one) => typeOf(one) === 'payment_intent.created').length).toBe(4);
  const ids = received.map(read);
  expect(ids).not.toContain('not genuine');
  expect(ids).toHaveLength(8);
  expect(new Set(ids).size).toBe(6);
  bench.move(seconds(600));
  expect(await bench.tick()).toHaveLength(0);
});

test('two processes never send the same notice at once; one that was killed is replaced', async () => {
  await pay('ord_1');
  const [first, second] = await Promise.all([bench.tick(), bench.tick()]);
  expect([...first, ...second]).toHaveLength(1);
  await pay('ord_2');
  const taken = await claimDueNotices(bench.world);
  expect(taken).toHaveLength(1);
  bench.move(seconds(29));
  expect((await bench.tick()).map(read)).not.toContain(taken[0]?.id);
  bench.move(seconds(1));
  expect((await bench.tick()).map(read)).toContain(taken[0]?.id);
});

test('the carrier tells of an active line before it tells that the line is on its way', async () => {
  const carrier = sandboxCarrier(bench.world);
  const { msisdn } = await carrier.reserveNumber({ key: 'l1', zipCode: '10038' });
  await carrier.activate({
    key: 'l1',
    customer: {
      id: 'cus_1',
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Bee',
      language: 'en',
    },
    msisdn,
    zipCode: '10038',
    simType: 'esim',
    planId: 'p',
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
  });
  const types: string[] = [];
  for (let second = 0; second < 6; second += 1) {
    types.push(...(await bench.tick()).map(typeOf));
    bench.move(seconds(1));
  }
  // Some come twice, and the eSIM has news of its own.
  const ofLine = new Set(types.filter((type) => type.startsWith('activation.')));
  expect([...ofLine]).toEqual(['activation.activated', 'activation.created']);
});

test('notices come by HTTP to our own address, and none after the stop', async () => {
  const { promise, resolve } = Promise.withResolvers<Received>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      response.end('{}');
      const headers = request.headers as Record<string, string>;
      resolve({ path: request.url ?? '', headers, body });
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const delivery = startDelivery({ ...bench.world, lookEveryMs: 200 }, `http://127.0.0.1:${port}`);
  const paid = await pay('ord_1');
  if (paid.kind !== 'paid') throw new Error(`The charge is ${paid.kind}`);
  const { paymentRef } = paid;
  const notice = await promise;
  await delivery.stop();
  server.closeAllConnections();
  server.close();
  expect(notice.path).toBe('/app/notices/payment');
  const seen = sandboxPayment(bench.world).readNotice(notice.headers, notice.body);
  expect(seen).toMatchObject({ about: 'payment', ref: paymentRef });
});
