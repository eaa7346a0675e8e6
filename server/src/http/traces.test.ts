import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listPlans } from '@portside/contract/plans';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { openTelemetry } from '../process/open-telemetry.ts';
import { traceBy, traced, type Tracing } from '../process/traces.ts';
import { openCollector, type SeenSpan } from '../testing/collector.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { migratedDatabase } from '../testing/fresh-database.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of cleanUps.toReversed()) await close();
});

const attributesOf = ({ attributes = [] }: SeenSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));

const RANDOM = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** All but random ids and times, which have any digits. */
const saying = (span: SeenSpan) =>
  JSON.stringify(span, (key, value: unknown) => (/(?:Id|Nano)$/.test(key) ? undefined : value))
    .split(/"portside\.(?:request_id|job\.id)"/)
    .map((part, at) => (at === 0 ? part : part.replace(RANDOM, '')))
    .join('');

let collector: Awaited<ReturnType<typeof openCollector>>;
let app: TestApp;
beforeAll(async () => {
  collector = await openCollector();
  cleanUps.push(() => collector.close());
  const headers = { 'x-key': 'of-this-test' };
  app = await openTestApp({
    config: { traces: { url: collector.url, headers, service: 'portside', part: 1 } },
  });
});

/** All that is sent by the end of the product. */
let isClosed = false;
async function sent(): Promise<readonly SeenSpan[]> {
  if (!isClosed) await app.close();
  isClosed = true;
  return collector.spans;
}

test('[N09] call, statements, job and outside call of a purchase are one trace, through the queue', async () => {
  await app.anyone.call(listPlans, {});
  const customer = await newcomer(app, 'trace.me@example.com');
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(cart, { paymentToken: token, lastName: 'Unmistakable' });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  const { lines } = await customer.call(listLines, {});
  const { iccid = '', mdn = '' } = lines[0] ?? {};
  await customer.call(viewOrder, { id: orderId });
  const spans = await sent();

  const [call] = spans.filter((span) => span.name === 'POST /app/checkout/orders');
  if (!call) throw new Error('The call has no span');
  const ofCall = spans.filter((span) => span.traceId === call.traceId);
  const names = ofCall.map(({ name }) => name);
  expect(call.parentSpanId ?? '').toBe('');
  expect(attributesOf(call)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/app/checkout/orders',
    'http.response.status_code': 200,
  });
  expect(names).toContain('insert orders');
  expect(names.some((name) => name.startsWith('payment.'))).toBe(true);
  expect(names).toContain('carrier.activate');
  const byId = new Map(ofCall.map((span) => [span.spanId, span]));
  for (const span of ofCall) {
    if (span !== call) expect(byId.has(span.parentSpanId ?? ''), span.name).toBe(true);
  }
  // The job hangs on the call that queued it, and what it asked outside hangs on the job.
  const activating = ofCall.find(({ name }) => name === 'carrier.activate');
  const above = [];
  for (let at = activating; at; at = byId.get(at.parentSpanId ?? '')) above.push(at.name);
  expect(above.some((name) => name.startsWith('job '))).toBe(true);
  expect(above.at(-1)).toBe(call.name);

  // Another call is another trace.
  const others = spans.filter(({ name }) => name === 'GET /app/plans');
  expect(others.length).toBeGreaterThan(0);
  expect(others.map((one) => one.traceId)).not.toContain(call.traceId);

  // Nothing of the customer is in any of them.
  const text = spans.map(saying).join('\n');
  const { quoteId } = cart.quote;
  const own = ['trace.me', 'Unmistakable', 'Noa', 'Anchor7', 'Fulton', '10038'];
  for (const secret of [...own, cards.visa, token, orderId, quoteId, cart.cartId, iccid, mdn]) {
    expect(secret.length).toBeGreaterThan(2);
    expect(text.includes(secret), secret).toBe(false);
  }
  expect(collector.bodies[0]).toContain('"service.version"');
  expect(collector.seen[0]).toEqual({ path: '/v1/traces', key: 'of-this-test' });
});

test('[N09] statements of a trace are those that were prepared: no value is in them', async () => {
  const statements = (await sent()).filter((span) => 'db.query.text' in attributesOf(span));
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) {
    expect(String(attributesOf(statement)['db.query.text'])).not.toMatch(/'|(?<![\w$])\d/);
  }
});

const step = (name: string) => ({ name, kind: 'job', attributes: {} }) as const;

async function traceAlone(
  work: (tracing: Tracing) => Promise<unknown>,
  log = pino({ level: 'silent' }),
) {
  const taken = await openCollector();
  const settings = { url: taken.url, headers: {}, service: 'portside', part: 1 };
  const tracing = openTelemetry(settings, {}, log);
  try {
    await work(tracing);
    await tracing.close();
    return (name: string) => taken.spans.find((span) => span.name === name);
  } finally {
    await taken.close();
  }
}

test('[N09] what a schedule queues, or what waits for long, has a trace of its own with a link', async () => {
  const spanOf = await traceAlone(async (tracing) => {
    const nothing = async () => {};
    const fromSchedule = await tracing.goOn(undefined, step('schedule'), async () =>
      tracing.carried(0),
    );
    await tracing.goOn(fromSchedule, step('of the schedule'), nothing);
    const call = tracing.begin({ name: 'call', kind: 'call', attributes: {} });
    const later: (string | undefined)[] = [];
    call.run(() => later.push(tracing.carried(0), tracing.carried(86_400)));
    call.end({ attributes: {}, failed: false });
    await tracing.goOn(later[0], step('at once'), nothing);
    await tracing.goOn(later[1], step('tomorrow'), nothing);
    await tracing.goOn('00-written-by-somebody', step('broken'), nothing);
  });
  const [schedule, call] = [spanOf('schedule'), spanOf('call')];
  expect(spanOf('of the schedule')?.traceId).not.toBe(schedule?.traceId);
  expect(spanOf('of the schedule')?.links?.[0]).toMatchObject({ spanId: schedule?.spanId });
  expect(spanOf('at once')).toMatchObject({ traceId: call?.traceId, parentSpanId: call?.spanId });
  expect(spanOf('tomorrow')?.traceId).not.toBe(call?.traceId);
  expect(spanOf('tomorrow')?.links?.[0]).toMatchObject({ traceId: call?.traceId });
  expect(spanOf('broken')).toBeDefined();
});

test('[N09] what a call began and goes on after its end is no part of its trace', async () => {
  const spanOf = await traceAlone(async (tracing) => {
    traceBy(tracing);
    try {
      const call = tracing.begin({ name: 'call', kind: 'call', attributes: {} });
      const inside: boolean[] = [];
      const look = (name: string) => {
        inside.push(tracing.isInside());
        traced(
          () => step(name),
          () => {},
        );
      };
      const looking = new Promise<void>((looked) => {
        call.run(() => {
          look('meanwhile');
          setTimeout(() => {
            look('afterwards');
            looked();
          }, 10);
        });
      });
      call.end({ attributes: {}, failed: false });
      await looking;
      expect(inside).toEqual([true, false]);
    } finally {
      traceBy(undefined);
    }
  });
  expect(spanOf('meanwhile')?.parentSpanId).toBe(spanOf('call')?.spanId);
  expect(spanOf('afterwards')).toBeUndefined();
});

test('[N09] a failed step says of which kind, never with the words of the error', async () => {
  const spanOf = await traceAlone(async (tracing) => {
    const refused = new OutsideFailure('carrier', 'not_done', new Error('maya@example.com'));
    const work = () => Promise.reject(refused);
    await expect(tracing.goOn(undefined, step('fails'), work)).rejects.toBe(refused);
  });
  const failed = spanOf('fails');
  expect(failed?.status.code).toBe(2);
  expect(attributesOf(failed as SeenSpan)).toEqual({ 'error.type': 'not_done' });
  expect(JSON.stringify(failed)).not.toContain('maya');
});

test('[N09] a collector that is away is one line of the log, and nothing else', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const taken = await openCollector();
  taken.goAway(true);
  const settings = { url: taken.url, headers: {}, service: 'portside', part: 1 };
  const tracing = openTelemetry(settings, {}, log);
  await expect(tracing.goOn(undefined, step('one'), async () => 'done')).resolves.toBe('done');
  await tracing.close();
  await taken.close();
  expect(taken.seen).toHaveLength(1);
  expect(logged).toEqual(['traces are not taken']);
});

test('[N09] without an endpoint nothing of OpenTelemetry is loaded, and steps are not made', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portside-traces-'));
  const prepared = await migratedDatabase();
  const script = path.join(folder, 'start.mjs');
  const text = `
    import { writeFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      load(url, context, next) {
        loaded.push(url);
        return next(url, context);
      },
    });
    const { readConfig } = await import('${root}/server/src/settings/config.ts');
    const { start } = await import('${root}/server/src/process/start.ts');
    const running = await start({ ...readConfig(), database: ${JSON.stringify(prepared.settings)}, port: 0 });
    await running.close();
    writeFileSync('${path.join(folder, 'loaded.json')}', JSON.stringify(loaded));`;
  writeFileSync(script, text);
  const env = { PATH: process.env['PATH'], PORTSIDE_ROLES: 'api,worker', PORTSIDE_DATA: folder };
  const ran = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  await prepared.drop();
  expect(ran.status, ran.stderr).toBe(0);
  // Its output is the product's log.
  const loaded = JSON.parse(readFileSync(path.join(folder, 'loaded.json'), 'utf8')) as string[];
  rmSync(folder, { recursive: true });
  expect(loaded.filter((url) => url.endsWith('/process/traces.ts'))).toHaveLength(1);
  // The API alone is prom-client's.
  const ofTraces = /open-telemetry\.ts$|@opentelemetry\/(?!api\/)/;
  expect(loaded.filter((url) => ofTraces.test(url))).toEqual([]);
  const never = () => {
    throw new Error('Nobody asked for it');
  };
  expect(traced(never, () => 7)).toBe(7);
});
