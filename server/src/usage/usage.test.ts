import { readFile } from 'node:fs/promises';
import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { viewLine } from '@portside/contract/line-detail';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { type Meter, viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestLog } from '../adapters/carrier/sandbox/log.ts';
import { days, hours, minutes, seconds } from '../clock.ts';
import { importPlans } from '../plans/plans.ts';
import type { Caller } from '../testing/caller.ts';
import { consume, freshKey, passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { dropOld, enlistActive, readDue, readUsage } from './read-usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const meterOf = (meters: readonly Meter[], kind: Meter['kind']) =>
  meters.find((one) => one.kind === kind);
const control = (verb: string, body: object) =>
  app.fetch(`/sandbox/carrier/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const buy = async (planId: string) => {
  const { cartId, quote } = await fillCart(app, { planId });
  return withLine(app, { cartId, quoteId: quote.quoteId, idempotencyKey: `${cartId}:1` });
};
/** Once what the carrier told has been stored. */
const usedWhen = (noa: Caller, id: string, megabytes: number) =>
  app.eventually(async () => {
    const usage = await noa.call(viewUsage, { id });
    return meterOf(usage.meters, 'data')?.used === megabytes ? usage : undefined;
  });

// The first one: two months pass for each line that there is.
test('[K11] each period keeps its own usage, and those before can be looked at', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  for (const megabytes of [11, 22, 33]) {
    await consume(app, line.mdn, megabytes);
    await usedWhen(noa, id, megabytes);
    if (megabytes === 33) break;
    await passDays(app, 25);
    await renew(app, noa, id, cards.visa);
    await passDays(app, 5);
  }
  const shown = await Promise.all([0, 1, 2].map((period) => noa.call(viewUsage, { id, period })));
  expect(shown.map(({ meters }) => meterOf(meters, 'data')?.used)).toEqual([33, 22, 11]);
  expect(shown.map(({ periods }) => periods)).toEqual([3, 3, 3]);
  for (const [at, one] of shown.entries()) {
    expect(one.period?.to).toBe(shown[at - 1]?.period?.from ?? one.period?.to);
    // A period that is over has all of its days.
    if (at > 0) expect([30, 31]).toContain(one.days.length);
  }
});

test('[K11] a new line has used nothing of its limit, and has nothing for periods that never were', async () => {
  const { noa, line } = await withLine(app);
  const usage = await noa.call(viewUsage, { id: line.id });
  const { period } = await noa.call(viewLine, { id: line.id });
  expect(usage).toMatchObject({ period, periods: 1, isOld: false });
  expect(usage.meters).toEqual([{ kind: 'data', used: 0, limit: 12_000, unit: 'MB' }]);
  expect(usage.days.map(({ megabytes }) => megabytes)).toEqual([0]);
  expect(usage.asOf).not.toBeNull();
  expect((await noa.refusal(viewUsage, { id: line.id, period: 1 })).status).toBe(404);
  expect((await noa.refusal(viewUsage, { id: line.id, period: 4 })).status).toBe(400);
});

test('[K11] [K25] what is used in the sandbox is on the meters and the day without waiting for a sweep', async () => {
  const { noa, line } = await withLine(app);
  await consume(app, line.mdn, 250);
  await consume(app, line.mdn, 0.5);
  await consume(app, line.mdn, 80, 'hotspot');
  await consume(app, line.mdn, 20, 'roaming');
  const usage = await usedWhen(noa, line.id, 330.5);
  expect(usage.meters).toEqual([
    { kind: 'data', used: 330.5, limit: 12_000, unit: 'MB' },
    // This plan’s hotspot comes out of its data.
    { kind: 'hotspot', used: 80, unit: 'MB', ofData: true },
    { kind: 'roaming', used: 20, unit: 'MB' },
  ]);
  expect(usage.days.at(-1)?.megabytes).toBe(350.5);
});

test('[K11] a plan’s own limits of hotspot and roaming are meters; unlimited data has no limit', async () => {
  const { noa, line } = await buy('clipper-unlimited');
  await consume(app, line.mdn, 90_000);
  await consume(app, line.mdn, 500, 'hotspot');
  const { meters } = await usedWhen(noa, line.id, 90_000);
  expect(meters).toEqual([
    { kind: 'data', used: 90_000, unit: 'MB' },
    { kind: 'hotspot', used: 500, limit: 15_000, unit: 'MB' },
    { kind: 'roaming', used: 0, limit: 5_000, unit: 'MB' },
  ]);
});

test('[K10] [K11] an add-on raises the limit of its period, and is used up after the plan’s own data', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  const token = await paymentToken(app, cards.visa);
  await noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  await consume(app, line.mdn, 12_500);
  const { meters } = await usedWhen(noa, id, 12_500);
  // 12 GB of the plan and 2 GB of the add-on: neither over, nor told of as over.
  expect(meterOf(meters, 'data')).toEqual({
    kind: 'data',
    used: 12_500,
    limit: 14_000,
    unit: 'MB',
  });
  const { addOns } = await noa.call(viewLine, { id });
  expect(addOns).toMatchObject([{ id: 'data-2', megabytesLeft: 1_500 }]);
});

test('[K08] [K10] [K11] a change of plan leaves of an add-on what it had, on the meter and in the notice', async () => {
  for (const [used, left] of [
    [9000, 0],
    [3500, 500],
  ] as const) {
    const { noa, line } = await buy('skiff-2');
    const { id } = line;
    const paying = async () => {
      const token = await paymentToken(app, cards.visa);
      return { id, idempotencyKey: freshKey(), paymentToken: token };
    };
    const extra = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
    await noa.call(buyAddOn, { ...(await paying()), quoteId: extra.quoteId });
    await consume(app, line.mdn, used);
    await usedWhen(noa, id, used);
    await passHours(app, 2);
    const changed = await noa.call(quotePlanChange, { id, planId: 'sloop-12', when: 'now' });
    await noa.call(changePlan, { ...(await paying()), quoteId: changed.quoteId });
    const viewed = await app.eventually(async () => {
      const now = await noa.call(viewLine, { id });
      return now.plan.id === 'sloop-12' && !now.nextPlan ? now : undefined;
    });
    expect(viewed.addOns).toMatchObject([{ id: 'data-2', megabytesLeft: left }]);
    const { meters } = await usedWhen(noa, id, 0);
    expect(meterOf(meters, 'data')).toMatchObject({ limit: 12_000 + left });
    await passHours(app, 2);
    await consume(app, line.mdn, 12_100);
    await usedWhen(noa, id, 12_100);
    const { addOns } = await noa.call(viewLine, { id });
    expect(addOns).toMatchObject([{ megabytesLeft: Math.max(0, left - 100) }]);
    const over = async () =>
      (await app.emails(noa.email, 0)).filter(({ subject }) =>
        /used all of its data/.test(subject),
      );
    // Of the period before, and of this one.
    if (left === 0) await app.eventually(async () => (await over()).length === 2 || undefined);
    else expect(await over()).toEqual([]);
  }
});

test('[K11] talk and text are meters where the plan limits them, also once it is off sale', async () => {
  const plans = await harborsPlans();
  const small = { ...plans[0], id: 'dinghy', nickname: 'Dinghy', retailName: 'Dinghy' };
  const label = { ...plans[0]?.label, uniquePlanId: 'M0012345678DINGH2024000099' };
  const limits = { talkMinutes: 100, texts: 50 };
  await importPlans(app.app, 6, [...plans, { ...small, label, limits }]);
  const { noa, line } = await buy('dinghy');
  await importPlans(app.app, 6, plans);
  await consume(app, line.mdn, 61.5, 'talk');
  await consume(app, line.mdn, 50, 'text');
  await consume(app, line.mdn, 1);
  const { meters } = await usedWhen(noa, line.id, 1);
  expect(meterOf(meters, 'talk')).toEqual({ kind: 'talk', used: 62, limit: 100, unit: 'minutes' });
  expect(meterOf(meters, 'text')).toMatchObject({ used: 50, limit: 50, unit: 'messages' });
  expect(meterOf(meters, 'text')?.over).toMatch(/^You’ve used all your messages until /);
});

async function harborsPlans() {
  const path = new URL('../../../brands/harbor/plans.json', import.meta.url);
  const { plans } = JSON.parse(await readFile(path, 'utf8')) as { plans: { label: object }[] };
  return plans;
}

test('[K11] while the carrier does not answer, the last reading stands with its time; after six hours it is old', async () => {
  const { noa, line } = await withLine(app);
  await consume(app, line.mdn, 100);
  await usedWhen(noa, line.id, 100);
  await control('break', { mode: 'down' });
  // A page that was looked at before may still be reading.
  let last = '';
  const told = await app.eventually(async () => {
    const usage = await noa.call(viewUsage, { id: line.id });
    const isLast = usage.asOf === last;
    last = usage.asOf ?? '';
    return isLast ? usage : undefined;
  });
  try {
    app.clock.move(hours(6) - minutes(5));
    const still = await noa.call(viewUsage, { id: line.id });
    expect(still).toMatchObject({ asOf: told.asOf, isOld: false });
    app.clock.move(minutes(10));
    const old = await noa.call(viewUsage, { id: line.id });
    expect(old).toMatchObject({ asOf: told.asOf, isOld: true, meters: told.meters });
  } finally {
    await control('break', { mode: 'none' });
  }
  app.clock.move(minutes(1));
  // The answer may come after the page.
  await expect.poll(async () => (await noa.call(viewUsage, { id: line.id })).isOld).toBe(false);
});

test('[K11] a slow carrier is not waited for: what is stored is shown, and the answer comes after', async () => {
  const { noa, line } = await withLine(app);
  await consume(app, line.mdn, 10);
  await usedWhen(noa, line.id, 10);
  await control('break', { mode: 'slow' });
  try {
    await sql`update sandbox_carrier_usage set amount = 30000000
      where msisdn = ${line.mdn}`.execute(app.app.db.query);
    app.clock.move(minutes(1));
    const usage = await noa.call(viewUsage, { id: line.id });
    // Whoever waits for the carrier sees 30.
    expect(meterOf(usage.meters, 'data')?.used).toBe(10);
    await usedWhen(noa, line.id, 30);
  } finally {
    await control('break', { mode: 'none' });
  }
});

test('[K11] whoever reloads the page does not ask the carrier each time', async () => {
  const { noa, line } = await withLine(app);
  app.clock.move(minutes(1));
  const asked = async () => {
    const log = await newestLog(app.app.db.query);
    return log.filter((one) => one.verb === 'usage' && one.about.startsWith(line.mdn)).length;
  };
  const before = await asked();
  await Promise.all([1, 2, 3, 4].map(() => noa.call(viewUsage, { id: line.id })));
  await expect.poll(asked).toBe(before + 1);
  app.clock.move(seconds(16));
  await noa.call(viewUsage, { id: line.id });
  await expect.poll(asked).toBe(before + 2);
});

test('[K11] a sweep reads active lines that nobody looks at, and rests after the carrier’s trouble', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const look = async () => {
    const { rows } = await sql<{ as_of: Date | null; next_at: Date | null }>`
      select as_of, next_at from usage_looks where line_id = ${id}`.execute(app.app.db.query);
    return rows[0];
  };
  await noa.call(viewUsage, { id });
  const first = (await look())?.as_of;
  app.clock.move(hours(5));
  await readDue(app.app);
  const second = (await look())?.as_of;
  expect(second?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity);
  app.clock.move(hours(5));
  await control('break', { mode: 'down' });
  await readDue(app.app);
  await control('break', { mode: 'none' });
  expect((await look())?.as_of).toEqual(second);
  await readDue(app.app);
  expect((await look())?.as_of).toEqual(second);
  app.clock.move(minutes(16));
  await readDue(app.app);
  expect((await look())?.as_of?.getTime()).toBeGreaterThan(second?.getTime() ?? Infinity);
});

test('[K11] another customer’s usage is not there', async () => {
  const { line } = await withLine(app);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(viewUsage, { id: line.id })).status).toBe(404);
});

test('[K11] a line that nobody ever looked at is found and read; what is older than 200 days is dropped', async () => {
  const { line } = await withLine(app);
  const asOf = async () => {
    const { rows } = await sql<{ as_of: Date | null }>`
      select as_of from usage_looks where line_id = ${line.id}`.execute(app.app.db.query);
    return rows[0]?.as_of;
  };
  expect(await asOf()).toBeUndefined();
  await enlistActive(app.app);
  app.clock.move(hours(2));
  await readDue(app.app);
  expect(await asOf()).toBeInstanceOf(Date);
  await consume(app, line.mdn, 5);
  const readings = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from usage_readings where line_id = ${line.id}`.execute(app.app.db.query);
    return rows[0]?.count;
  };
  await readUsage(app.app, line.id);
  expect(await readings()).toBe(1);
  app.clock.move(days(199));
  await dropOld(app.app);
  expect(await readings()).toBe(1);
  app.clock.move(days(2));
  // A look of the product's own, from the last one on, may bring it once more.
  const dropped = await app.eventually(async () => {
    await dropOld(app.app);
    return (await readings()) === 0 || undefined;
  });
  expect(dropped).toBe(true);
});
