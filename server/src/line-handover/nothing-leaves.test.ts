import { viewUser } from '@portside/contract/account';
import { viewLine } from '@portside/contract/line-detail';
import * as calls from '@portside/contract/line-handover';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { ownerOf } from '../http/who.ts';
import { beginPause } from '../safety/pauses.ts';
import type { Caller } from '../testing/caller.ts';
import {
  accept,
  confirmed,
  handedOver,
  offerTo,
  quay,
  withFreeLine,
} from '../testing/handing-over.ts';
import { lineOf, passDays, passHours } from '../testing/line-life.ts';
import { inTime } from '../testing/passing-time.ts';
import { bring, unlockNumber } from '../testing/porting.ts';
import { proving } from '../testing/proving.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* With the number that changed hands, its former owner can do nothing any more. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const otherCarrier = (msisdn: string, step: string) =>
  app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step }),
  });

const whyNot = async (who: Caller, id: string) => {
  await proving(who);
  return (await who.refusal(calls.offerLine, { id, email: 'omar@example.com' })).problem.reason;
};

test('[P06] [K15] both locks are on in the new account, at the carrier, too', async () => {
  const { noa, line } = await withFreeLine(app);
  await unlockNumber(app, line.id);
  const { mdn: msisdn } = line;
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const id = await accept(omar);
  expect(await omar.call(viewLine, { id })).toMatchObject({
    locks: { sim: { on: true }, number: { on: true } },
  });
  await inTime(app, async () =>
    (await app.adapters.carrier.viewNumberLock({ msisdn })) ? true : undefined,
  );
});

test('[P06] [K15] while an unlock is on its way to the carrier, the line is neither offered nor accepted', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id } = line;
  const told = (isTold: boolean) =>
    sql`update line_locks set carrier_off = ${isTold} where line_id = ${id}`.execute(
      app.app.db.query,
    );
  await told(false);
  expect(await whyNot(noa, id)).toBe('busy');
  await told(true);
  const omar = await confirmed(app);
  await proving(noa);
  await offerTo(noa, id, omar.email);
  await told(false);
  const [offer] = (await omar.call(calls.listHandovers, {})).offers;
  await proving(omar);
  const late = { id: offer?.id ?? '', ...quay };
  expect((await omar.refusal(calls.acceptHandover, late)).problem.reason).toBe('not_now');
  expect((await lineOf(noa, id)).status).toBe('active');
});

test('[P06] [K16] while the carrier may still take the giver’s transfer PIN, the line is not offered', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id, mdn } = line;
  await unlockNumber(app, id);
  await proving(noa);
  await noa.call(openPortOut, { id });
  expect(await whyNot(noa, id)).toBe('transfer_pin');
  const away = vi
    .spyOn(app.adapters.carrier, 'endTransferPin')
    .mockRejectedValue(new OutsideFailure('carrier', 'unknown'));
  await expect(noa.call(closePortOut, { id })).rejects.toThrow(/503/);
  const { rows } = await sql<{ told: boolean; over: boolean }>`
    select told, ended_at is not null as over from transfer_pins
    where line_id = ${id}`.execute(app.app.db.query);
  expect(rows).toEqual([{ told: false, over: true }]);
  expect(await whyNot(noa, id)).toBe('transfer_pin');
  away.mockRestore();
  await passHours(app, 1);
  const omar = await confirmed(app);
  await proving(noa);
  await offerTo(noa, id, omar.email);
  await accept(omar);
  expect((await lineOf(noa, id)).status).toBe('ended');
  expect(await app.adapters.carrier.viewLine({ msisdn: mdn })).toBe('active');
});

test('[P06] [K16] a request that was let go, and goes through after all, is of the account that has the number', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id, mdn } = line;
  await unlockNumber(app, id);
  await app.adapters.carrier.setNumberLock({ msisdn: mdn, on: false });
  await proving(noa);
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  await inTime(app, async () => (await noa.call(viewLine, { id })).portOut);
  await passDays(app, 15);
  const again = await app.as(noa.email, 'Anchor7!');
  expect((await again.call(viewLine, { id })).portOut?.state).toBe('expired');
  const omar = await confirmed(app);
  await proving(again);
  await offerTo(again, id, omar.email);
  const theirs = await accept(omar);
  await app.adapters.carrier.setNumberLock({ msisdn: mdn, on: false });
  await otherCarrier(mdn, 'confirm');
  await otherCarrier(mdn, 'complete');
  const gone = await emailWhen(app, omar.email, /has moved/);
  expect(gone.to).toContain(omar.email);
  expect((await omar.call(viewLine, { id: theirs })).status).toBe('ended');
});

test('[P06] [H13] a number is brought onto the line that the carrier knows', async () => {
  const { omar, line, id } = await handedOver(app);
  const asked = vi.spyOn(app.adapters.carrier, 'submitPortIn');
  await unlockNumber(app, id);
  await proving(omar);
  await bring(omar, '2125550142', { lineId: id });
  await inTime(app, async () => (asked.mock.calls.length > 0 ? true : undefined));
  expect(asked.mock.calls[0]?.[0].line).toMatchObject({ key: line.id, replaces: line.mdn });
  asked.mockRestore();
});

test('[P06] [K15] a pause takes back what was offered days ago, and the giver’s pages say so', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  await passDays(app, 3);
  const again = await app.as(noa.email, 'Anchor7!');
  const { id: customerId } = await again.call(viewUser, {});
  await app.app.db.transaction((tx) => beginPause(app.app, tx, ownerOf(6, customerId), 'password'));
  await emailWhen(app, omar.email, /no longer available/);
  const { activity } = await again.call(listActivity, {});
  expect(activity.map(({ kind }) => kind)).toContain('line_offer_withdrawn');
  expect((await lineOf(again, line.id)).handover).toBeUndefined();
});
