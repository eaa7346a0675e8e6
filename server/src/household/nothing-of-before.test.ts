import { setEmergencyAddress } from '@portside/contract/emergency-address';
import * as calls from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { placeOrder } from '@portside/contract/checkout';
import { setAlerts, type Usage, viewAlerts, viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import {
  cards,
  fillCart,
  orderOf,
  orderWhen,
  paymentToken as tokenOf,
} from '../testing/shopping.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { confirmed, ownFile, usedWhen, withFreeLine } from '../testing/handing-over.ts';
import { give, given, take } from '../testing/household.ts';
import { consume, passDays } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Whoever gets a line, or gets it back, sees nothing of how it was used before (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const shown = ({ days }: Usage) => days.map((one) => one.megabytes).filter((one) => one > 0);

type Tables = Record<string, Record<string, unknown>[]>;
const fileOf = async (who: Caller) =>
  (JSON.parse(await ownFile(app, who)) as { tables: Tables }).tables;
const sums = async (who: Caller) =>
  ((await fileOf(who))['usage_readings'] ?? []).map(({ amount }) => Number(amount) / 1_000_000);

test('[P04] [K11] neither sees the days of the other, or more than the sum of the running period', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id } = line;
  await passDays(app, 2);
  await consume(app, line.mdn, 100);
  await passDays(app, 2);
  const holder = await again(app, noa);
  await usedWhen(app, holder, id, 100);
  const omar = await confirmed(app);
  await give(holder, id, omar.email);
  await take(omar);
  expect(shown(await usedWhen(app, omar, id, 100))).toEqual([]);
  await passDays(app, 2);
  await consume(app, line.mdn, 300);
  await passDays(app, 2);
  const member = await again(app, omar);
  expect(shown(await usedWhen(app, member, id, 400))).toEqual([300]);
  expect(await sums(member)).toEqual([300]);
  const back = await again(app, noa);
  expect(await sums(back)).toEqual([100]);
  await back.call(calls.takeBackLine, { id, what: 'line' });
  const seen = await back.call(viewUsage, { id });
  expect(shown(seen)).toEqual([]);
  expect(seen.periods).toBe(1);
  expect(await sums(back)).toEqual([100]);
  await passDays(app, 1);
  await consume(app, line.mdn, 20);
  await passDays(app, 1);
  expect(shown(await usedWhen(app, await again(app, noa), id, 420))).toEqual([20]);
});

const street = {
  streetNumber: '120',
  streetName: 'Fulton Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};
const other = { ...street, streetNumber: '7', streetName: 'Hidden Lane' };

test('[P04] [K19] a 911 address is shown to whoever set it, and to nobody else', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id } = line;
  await proving(noa);
  await noa.call(setEmergencyAddress, { id, ...street });
  const addressOf = async (who: Caller) => (await who.call(viewLine, { id })).emergencyAddress;
  expect(await addressOf(noa)).toMatchObject(street);
  const omar = await confirmed(app);
  await give(noa, id, omar.email);
  await take(omar);
  expect(await addressOf(omar)).toBeUndefined();
  await proving(omar);
  await omar.call(setEmergencyAddress, { id, ...other });
  expect(await addressOf(omar)).toMatchObject(other);
  expect(JSON.stringify(await fileOf(omar))).toContain('Hidden Lane');
  await omar.call(calls.leaveLine, { id });
  expect(await addressOf(noa)).toBeUndefined();
  expect(JSON.stringify(await fileOf(noa))).not.toContain('Hidden Lane');
  // They typed it, and it is still where the network has it.
  expect(JSON.stringify(await fileOf(omar))).toContain('Hidden Lane');
  const ines = await confirmed(app);
  await give(noa, id, ines.email);
  await take(ines);
  expect(await addressOf(ines)).toBeUndefined();
  await noa.call(calls.takeBackLine, { id, what: 'line' });
  await proving(noa);
  await noa.call(setEmergencyAddress, { id, ...street });
  expect(await addressOf(noa)).toMatchObject(street);
});

test('[P04] [K12] alerts begin anew with whoever uses the line', async () => {
  const { noa, omar, id } = await given(app);
  await omar.call(setAlerts, { id, data80: false, data100: false });
  await noa.call(calls.takeBackLine, { id, what: 'line' });
  expect(await noa.call(viewAlerts, { id })).toMatchObject({ data80: true, data100: true });
});

test('[P04] [L19] the holder’s file says nothing of the SIM while somebody else has it', async () => {
  const { noa, omar, line, id } = await given(app);
  await sql`update lines set imei = '490154203237518' where id = ${id}`.execute(app.app.db.query);
  for (const secret of [line.iccid, '490154203237518']) {
    expect(JSON.stringify((await fileOf(noa))['lines'])).not.toContain(secret);
    expect(JSON.stringify((await fileOf(omar))['lines'])).toContain(secret);
  }
});

test('[P04] [L19] what a holder used on another line is in their file, whoever has the one that they gave', async () => {
  const { noa } = await given(app);
  const paymentToken = await tokenOf(app, cards.visa);
  const { orderId } = await noa.call(placeOrder, orderOf(await fillCart(app), { paymentToken }));
  const { line } = await orderWhen(app, noa, orderId, 'active');
  await consume(app, line?.mdn ?? '', 70);
  await usedWhen(app, noa, line?.id ?? '', 70);
  expect(await sums(noa)).toEqual([70]);
});
