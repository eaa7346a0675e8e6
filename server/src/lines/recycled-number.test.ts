import { listLines } from '@portside/contract/lines';
import { phone } from '@portside/contract/phone';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { type GigsBrand, openGigsBrand } from '../testing/gigs/brand.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { finishLine } from './activation.ts';
import { endLine } from './suspension.ts';

let brand: GigsBrand;
beforeAll(async () => {
  brand = await openGigsBrand();
});
afterAll(() => brand.close());

const subscriptionWith = (id: string) => {
  const found = brand.project.has.subscriptions.find((one) => one.id === id);
  if (!found) throw new Error('There is none');
  return found;
};

/** The line, and what Gigs has of it. */
async function sold(email: string) {
  const { buyer, line } = await brand.buys(email);
  const at = brand.project.has.subscriptions.find((one) => one.phoneNumber === `+1${line.mdn}`);
  return { buyer, line, subscription: subscriptionWith(at?.id ?? '') };
}

/** Its subscription has ended at Gigs, which tells nobody. */
const endUnheard = (subscription: ReturnType<typeof subscriptionWith>) =>
  Object.assign(subscription, { status: 'ended', endedAt: brand.project.time() });

const statusOf = async (buyer: Caller, id: string) =>
  (await buyer.call(listLines, {})).lines.find((one) => one.id === id)?.status;

const doctor = async () => (await runVerb(brand.app.app, ['doctor'])).text;

test('[M07] a line that is given up late keeps its hands off the line that has its number by now', async () => {
  const { app, project, server, lineWhen } = brand;
  const old = await sold('gave-up@recycled.example');
  server.away = new RegExp(`/subscriptions/${old.subscription.id}`);
  await app.app.db.transaction((tx) => endLine(app.app, tx, old.line.id));
  await app.eventually(async () => {
    await brand.work();
    return server.requests.some(({ line }) => server.away?.test(line)) || undefined;
  });
  endUnheard(old.subscription);
  project.recycled.push(`+1${old.line.mdn}`);
  const buyer = await newcomer(brand.shop, 'next@recycled.example');
  await brand.buyLine(buyer);
  const line = await lineWhen(buyer, (one) => one.status === 'active');
  expect(line.mdn).toBe(old.line.mdn);
  server.away = undefined;
  await app.eventually(async () => {
    await brand.work();
    const { rows } = await sql<{ done: boolean }>`
      select released_at is not null as done from lines where id = ${old.line.id}`.execute(
      app.app.db.query,
    );
    return rows[0]?.done || undefined;
  });
  const now = project.has.subscriptions.find((one) => one.phoneNumber === `+1${line.mdn}`);
  expect(now?.status).toBe('active');
  expect(await statusOf(buyer, line.id)).toBe('active');
});

test('[M07] a number that left a line unheard ends it there, and the new line has it', async () => {
  const { app, project, lineWhen } = brand;
  const old = await sold('left@recycled.example');
  endUnheard(old.subscription);
  project.recycled.push(`+1${old.line.mdn}`);
  const buyer = await newcomer(brand.shop, 'gets@recycled.example');
  await brand.buyLine(buyer);
  const line = await lineWhen(buyer, (one) => one.status === 'active');
  expect(line.mdn).toBe(old.line.mdn);
  expect(await statusOf(old.buyer, old.line.id)).toBe('ended');
  const words = await emailWhen(app, 'left@recycled.example', /ended/i);
  expect(words.text).toContain(phone(old.line.mdn));
  expect(await doctor()).toContain('numbers: no line waits');
});

test('[M07] a number that the carrier gives to two lines is no second line’s, and doctor names both', async () => {
  const { app, project, work, lineWhen } = brand;
  const old = await sold('has@recycled.example');
  project.recycled.push(`+1${old.line.mdn}`);
  const buyer = await newcomer(brand.shop, 'waits@recycled.example');
  await brand.buyLine(buyer);
  const waiting = await lineWhen(buyer, (one) => one.status === 'activating');
  const { text } = await app.eventually(async () => {
    await work();
    const answer = await runVerb(app.app, ['doctor']);
    return answer.text.includes('LOOK  numbers') ? answer : undefined;
  });
  const { mdn } = old.line;
  expect(text).toContain(`${waiting.id} waits for ${phone(mdn)}, which ${old.line.id} has`);
  expect(await statusOf(old.buyer, old.line.id)).toBe('active');
  expect((await buyer.call(listLines, {})).lines[0]).toMatchObject({ mdn: '' });
  // Its owner, or an operator, ends it.
  await app.app.db.transaction((tx) => endLine(app.app, tx, old.line.id));
  const line = await lineWhen(buyer, (one) => one.status === 'active');
  expect(line).toMatchObject({ id: waiting.id, mdn });
  expect(await doctor()).toContain('numbers: no line waits');
});

test('[M07] a number is no second line’s of two brands with one project either', async () => {
  const both = await openGigsBrand({ isShared: true });
  try {
    const { app, project, buys, buyLine, lineWhen } = both;
    const old = await buys('has@both.example');
    project.recycled.push(`+1${old.line.mdn}`);
    const buyer = await newcomer(app, 'waits@both.example');
    await buyLine(buyer, app);
    const waiting = await lineWhen(buyer, (one) => one.status === 'activating');
    const at = project.has.subscriptions.find(
      (one) => one.metadata['portside_line'] === old.line.id,
    );
    await app.eventually(async () => {
      await both.work();
      const { text } = await runVerb(app.app, ['doctor']);
      return text.includes(`${waiting.id} waits for`) || undefined;
    });
    Object.assign(at ?? {}, { status: 'ended', endedAt: project.time() });
    // The sweep asks again.
    await finishLine(app.app, waiting.id);
    const line = await lineWhen(buyer, (one) => one.status === 'active');
    expect(line.mdn).toBe(old.line.mdn);
  } finally {
    await both.close();
  }
});
