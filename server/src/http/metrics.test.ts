import { viewAutopayConsent } from '@portside/contract/autopay';
import { listPlans } from '@portside/contract/plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSeconds } from '../process/measures.ts';
import { breakCarrier } from '../testing/porting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const read = async () => (await (await app.fetch('/metrics')).text()).split('\n');

const sampleOf = (lines: readonly string[], start: string) =>
  Number(
    lines
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1),
  );

/** As Prometheus works out `histogram_quantile`: within the bucket that holds it, evenly. */
function quantileOf(lines: readonly string[], name: string, quantile: number): number {
  const buckets = lines
    .filter((line) => line.startsWith(`${name}_bucket{`))
    .map((line) => [/le="([^"]+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))] as const)
    .map(([bound = '', count]) => ({ bound: Number(bound.replace('+Inf', 'Infinity')), count }));
  const rank = quantile * (buckets.at(-1)?.count ?? 0);
  const at = buckets.findIndex(({ count }) => count >= rank);
  const [below, here] = [buckets[at - 1] ?? { bound: 0, count: 0 }, buckets[at]];
  if (!here) throw new Error('There is nothing in it');
  return (
    below.bound + ((here.bound - below.bound) * (rank - below.count)) / (here.count - below.count)
  );
}

test('[N09] each metric says what it is and of which type, once and before its samples', async () => {
  await app.anyone.call(listPlans, {});
  const lines = (await read()).filter((line) => line !== '');
  const types = new Map<string, string>();
  let help = '';
  for (const line of lines) {
    const [, kind, name = '', said = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      expect(said.length, line).toBeGreaterThan(10);
      help = name;
    } else if (kind === 'TYPE') {
      expect(name).toBe(help);
      expect(types.has(name), line).toBe(false);
      types.set(name, said);
    } else {
      expect(line).toMatch(/^\w+(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)+\})? -?[\d.]+(?:e[+-]\d+)?$/);
      const of = types.get(help) === 'histogram' ? /_(?:bucket|sum|count)$/ : /$^/;
      expect(/^\w+/.exec(line)?.[0].replace(of, '')).toBe(help);
    }
  }
  for (const name of ['build_info', 'jobs', 'stuck', 'books', 'event_loop_lag_seconds']) {
    expect(types.get(`portside_${name}`)).toBe('gauge');
  }
  for (const [name, type] of types) if (type === 'counter') expect(name).toMatch(/_total$/);
  expect(lines.join('\n')).toMatch(/portside_build_info\{version="[\d.]+",node="24\.[\d.]+"\} 1/);
});

test('[N09] answers are counted by status and measured by route, buckets adding up to the count', async () => {
  const name = 'portside_answer_seconds';
  // Nothing else here calls it.
  const of = 'method="GET",route="/app/lines/autopay/consent"';
  const before = sampleOf(await read(), `${name}_count{${of}}`) || 0;
  for (let i = 0; i < 5; i += 1) await app.anyone.call(viewAutopayConsent, {});
  // An answer is counted once it has gone out, which its reader may see first.
  const lines = await app.eventually(async () => {
    const now = await read();
    return sampleOf(now, `${name}_count{${of}}`) >= before + 5 ? now : undefined;
  });
  const count = sampleOf(lines, `${name}_count{${of}}`);
  expect(count).toBe(before + 5);
  expect(sampleOf(lines, `${name}_bucket{le="+Inf",${of}}`)).toBe(count);
  const buckets = lines.filter((line) => line.startsWith(`${name}_bucket`) && line.includes(of));
  const counts = buckets.map((line) => Number(line.split(' ').at(-1)));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(sampleOf(lines, `${name}_sum{${of}}`)).toBeGreaterThan(0);
  expect(sampleOf(lines, `portside_answers_total{${of},status="200"}`)).toBe(count);
});

test('[N09] calls of services outside are measured by port, account and outcome', async () => {
  const name = 'portside_outside_seconds_count';
  const at = (lines: readonly string[], port: string, outcome: string) =>
    sampleOf(lines, `${name}{port="${port}",brand="harbor",outcome="${outcome}"}`) || 0;
  const before = await read();
  const { carrier } = app.adapters;
  await carrier.coverage('04101');
  await breakCarrier(app, 'down');
  await expect(carrier.coverage('04101')).rejects.toThrow('did not answer');
  await breakCarrier(app, 'none');
  const after = await read();
  expect(at(after, 'carrier', 'answered')).toBeGreaterThanOrEqual(
    at(before, 'carrier', 'answered') + 1,
  );
  expect(at(after, 'carrier', 'not_done')).toBeGreaterThanOrEqual(
    at(before, 'carrier', 'not_done') + 1,
  );
});

test('[N09] median, p95 and p99 of a route are read from its histogram as they were', async () => {
  const route = '/only/of/this/test';
  for (let i = 1; i <= 1000; i += 1) answerSeconds.observe({ method: 'GET', route }, i / 1000);
  const lines = (await read()).filter((line) => line.includes(`route="${route}"`));
  const name = 'portside_answer_seconds';
  expect(quantileOf(lines, name, 0.5)).toBeCloseTo(0.5, 2);
  expect(quantileOf(lines, name, 0.95)).toBeCloseTo(0.95, 1);
  expect(quantileOf(lines, name, 0.99)).toBeCloseTo(0.99, 1);
  expect(sampleOf(lines, `${name}_sum`)).toBeCloseTo(500.5, 2);
});

test('[N09] who waits for a connection to the database is measured, and seen while waiting', async () => {
  const waits = async (pool: string) =>
    sampleOf(await read(), `portside_pool_wait_seconds_sum{pool="${pool}"}`) || 0;
  const { db } = app.app;
  const { name } = db.pool;
  const before = await waits(name);
  const all = Array.from({ length: 80 }, () =>
    db.transaction((tx) => sql`select pg_sleep(0.02)`.execute(tx)),
  );
  await app.eventually(async () => (db.pool.waiting > 10 ? true : undefined));
  await Promise.all(all);
  expect(await waits(name)).toBeGreaterThan(before + 0.1);
  const lines = await read();
  const now = (state: string) =>
    sampleOf(lines, `portside_pool_connections{pool="${name}",state="${state}"}`);
  expect(now('waiting')).toBe(0);
  expect(now('busy')).toBeLessThan(40);
});
