import { endLine } from '@portside/contract/line-ending';
import { acceptHandover, listHandovers } from '@portside/contract/line-handover';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accept,
  confirmed,
  offerTo,
  ownFile,
  quay,
  unlock,
  withFreeLine,
} from '../testing/handing-over.ts';
import { passDays } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What whoever takes a line is told: true at that moment, also when they ask again. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** No street of the sandbox’s carrier has this number. */
const nowhere = { ...quay, streetNumber: '911' };

async function offered() {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const { offers } = await omar.call(listHandovers, {});
  return { noa, omar, line, offer: offers[0]?.id ?? '' };
}

test('[P06] [K19] asked again after a lost answer, an address that the carrier does not know is not said to be set', async () => {
  const { omar, offer } = await offered();
  const first = await omar.call(acceptHandover, { id: offer, ...nowhere });
  expect(first.emergencyAddress).toBe('not_found');
  await proving(omar);
  const again = await omar.call(acceptHandover, { id: offer, ...nowhere });
  expect(again).toEqual(first);
  const other = await offered();
  const set = await other.omar.call(acceptHandover, { id: other.offer, ...quay });
  expect(set.emergencyAddress).toBe('set');
  await proving(other.omar);
  expect(await other.omar.call(acceptHandover, { id: other.offer, ...quay })).toEqual(set);
});

test('[P06] asked again once the line has ended, or was handed on, it is not said to be theirs', async () => {
  const { noa, omar, offer } = await offered();
  const { lineId } = await omar.call(acceptHandover, { id: offer, ...quay });
  await unlock(app, lineId);
  await proving(omar);
  await offerTo(omar, lineId, noa.email);
  const back = await accept(noa);
  await proving(omar);
  const late = await omar.refusal(acceptHandover, { id: offer, ...quay });
  expect(late.problem.reason).toBe('offer_over');
  await unlock(app, back);
  await proving(noa);
  await offerTo(noa, back, omar.email);
  const { offers } = await omar.call(listHandovers, {});
  const id = offers[0]?.id ?? '';
  await proving(omar);
  const taken = await omar.call(acceptHandover, { id, ...quay });
  await proving(omar);
  await omar.call(endLine, { id: taken.lineId });
  await passDays(app, 31);
  const me = await again(app, omar);
  await proving(me);
  expect((await me.refusal(acceptHandover, { id, ...quay })).problem.reason).toBe('offer_over');
});

test('[P06] the taker is told that the SIM lock is on before they order a SIM', async () => {
  const { omar, offer } = await offered();
  await omar.call(acceptHandover, { id: offer, ...quay });
  const { text } = await emailWhen(app, omar.email, /is yours$/);
  expect(text).toContain('Turn off the SIM lock on the line’s page first');
});

test('[P06] where the carrier can’t change SIMs, the taker is sent to support and not to the line’s page', async () => {
  const { omar, offer } = await offered();
  const { can } = app.adapters.carrier;
  const all = [...can];
  (can as Set<string>).delete('changeSim');
  try {
    await omar.call(acceptHandover, { id: offer, ...quay });
  } finally {
    for (const one of all) (can as Set<string>).add(one);
  }
  const { text } = await emailWhen(app, omar.email, /is yours$/);
  expect(text).not.toMatch(/SIM lock|order a new one/);
  expect(text).toContain('call us');
});

test('[P06] [L19] the new line has nothing of what its giver paid, asked for or brought along', async () => {
  const { omar, line, offer } = await offered();
  await sql`update lines set plan_paid_cents = 1234, plan_cents = 4321,
    carrier_asked_at = '2020-01-02' where id = ${line.id}`.execute(app.app.db.query);
  await omar.call(acceptHandover, { id: offer, ...quay });
  const { tables } = JSON.parse(await ownFile(app, omar)) as {
    tables: Record<string, Record<string, unknown>[]>;
  };
  const [own] = tables['lines'] ?? [];
  expect(own).toMatchObject({ plan_paid_cents: null, plan_cents: null, port_in_id: null });
  expect(own?.['carrier_asked_at']).toBe(own?.['taken_over_at']);
});
