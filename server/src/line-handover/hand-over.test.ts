import { viewUser } from '@portside/contract/account';
import { viewLine } from '@portside/contract/line-detail';
import * as calls from '@portside/contract/line-handover';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { listTransactions } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accept,
  confirmed,
  handedOver,
  offerTo,
  unlock,
  quay,
  withFreeLine,
} from '../testing/handing-over.ts';
import { lineOf } from '../testing/line-life.ts';
import { proving } from '../testing/proving.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import type { Caller } from '../testing/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const offersOf = async (who: Caller) => (await who.call(calls.listHandovers, {})).offers;
const kinds = async (who: Caller) =>
  (await who.call(listActivity, {})).activity.map(({ kind }) => kind);

test('[P06] a line is offered and accepted: number, SIM, plan and paid days are the other account’s, cards and history are not', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  const answer = await offerTo(noa, line.id, omar.email.toUpperCase());
  expect(answer.message).toContain(omar.email);
  expect(answer.handover).toEqual({ to: omar.email, until: expect.any(String) });
  const told = await emailWhen(app, noa.email, /is offered to/);
  expect(told.text).toContain('If that wasn’t you');
  const asked = await emailWhen(app, omar.email, /wants to hand you a phone line/);
  expect(asked.subject).toBe('Noa wants to hand you a phone line');
  expect(asked.text).toContain(`ends in ${line.mdn.slice(-4)}`);
  expect(asked.text).not.toContain(line.mdn);
  expect(asked.link).toMatch(/\/dashboard\/handovers$/);
  // Until then nothing changes.
  const before = await noa.call(viewLine, { id: line.id });
  expect(before).toMatchObject({ status: 'active', handover: answer.handover });
  expect(await noa.call(calls.viewHandover, { id: line.id })).toEqual({
    handover: answer.handover,
  });
  const [offer] = await offersOf(omar);
  expect(offer).toMatchObject({
    from: 'Noa',
    lastFour: line.mdn.slice(-4),
    paidUntil: line.paidUntil,
    plan: { retailName: line.plan.retailName, retailPrice: before.plan.retailPrice },
  });
  expect((await omar.call(listNeeds, {})).needs).toContainEqual(
    expect.objectContaining({ code: 'line_offered' }),
  );
  const taken = await omar.call(calls.acceptHandover, { id: offer?.id ?? '', ...quay });
  expect(taken.emergencyAddress).toBe('set');
  const now = await omar.call(viewLine, { id: taken.lineId });
  expect(now).toMatchObject({
    mdn: line.mdn,
    iccid: line.iccid,
    status: 'active',
    plan: { id: line.plan.id },
    paidUntil: line.paidUntil,
    period: before.period,
    autopay: { on: false },
    emergencyAddress: { streetNumber: '14', zipCode: '10004' },
    locks: { sim: { on: true }, number: { on: true } },
  });
  expect(now.takenOverAt).toBeDefined();
  expect(now.handover).toBeUndefined();
  const gone = await lineOf(noa, line.id);
  expect(gone).toMatchObject({ status: 'ended', mdn: line.mdn, handover: { to: omar.email } });
  expect(gone.handover?.acceptedAt).toBeDefined();
  // History and cards stay where they were.
  expect((await noa.call(listTransactions, {})).transactions).toHaveLength(1);
  expect((await omar.call(listTransactions, {})).transactions).toEqual([]);
  await emailWhen(app, noa.email, /was handed over to/);
  const mine = await emailWhen(app, omar.email, /is yours$/);
  expect(mine.text).toContain('Autopay is off');
  expect(mine.link).toContain(`/dashboard/lines/${taken.lineId}`);
  expect(await kinds(noa)).toContain('line_handed_over');
  expect(await kinds(omar)).toContain('line_taken_over');
  expect(await offersOf(omar)).toEqual([]);
  expect((await omar.call(listNeeds, {})).needs.map(({ code }) => code)).not.toContain(
    'line_offered',
  );
  // It lives on at the carrier.
  expect(await app.adapters.carrier.viewLine({ msisdn: line.mdn })).toBe('active');
});

test('[P06] two presses, two tabs: it is accepted once, and each answer is the same', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  // Once more, it is the same offer.
  await offerTo(noa, line.id, omar.email);
  const [offer, ...more] = await offersOf(omar);
  expect(more).toEqual([]);
  const id = offer?.id ?? '';
  const other = await app.as(omar.email, 'Anchor7!');
  await proving(omar);
  await proving(other);
  const answers = await Promise.all([
    omar.call(calls.acceptHandover, { id, ...quay }),
    other.call(calls.acceptHandover, { id, ...quay }),
  ]);
  const ids = new Set(answers.map(({ lineId }) => lineId));
  expect(ids.size).toBe(1);
  await proving(omar);
  const again = await omar.call(calls.acceptHandover, { id, ...quay });
  expect(ids.has(again.lineId)).toBe(true);
  expect((await omar.call(listLines, {})).lines).toHaveLength(1);
  expect((await omar.refusal(calls.declineHandover, { id })).problem.reason).toBe('accepted');
  expect((await noa.refusal(calls.withdrawOffer, { id: line.id })).problem.reason).toBe(
    'handed_over',
  );
});

test('[P06] an offer that is taken back or declined can’t be accepted in the other tab, and both are told', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const [first] = await offersOf(omar);
  await noa.call(calls.withdrawOffer, { id: line.id });
  await noa.call(calls.withdrawOffer, { id: line.id });
  await emailWhen(app, omar.email, /no longer available/);
  await proving(omar);
  const late = await omar.refusal(calls.acceptHandover, { id: first?.id ?? '', ...quay });
  expect(late.problem.reason).toBe('offer_over');
  await offerTo(noa, line.id, omar.email);
  const [second] = await offersOf(omar);
  const id = second?.id ?? '';
  await omar.call(calls.declineHandover, { id });
  await omar.call(calls.declineHandover, { id });
  await emailWhen(app, noa.email, /was declined/);
  expect((await omar.refusal(calls.acceptHandover, { id, ...quay })).problem.reason).toBe(
    'offer_over',
  );
  expect((await lineOf(noa, line.id)).status).toBe('active');
  expect((await noa.call(calls.viewHandover, { id: line.id })).last).toMatchObject({
    to: omar.email,
    why: 'declined',
  });
});

test('[P06] nobody sees an offer but whoever has confirmed its address, at that moment', async () => {
  const { noa, line } = await withFreeLine(app);
  const late = await newcomer(app);
  await offerTo(noa, line.id, late.email);
  expect(await late.call(calls.listHandovers, {})).toEqual({ emailConfirmed: false, offers: [] });
  const { rows } = await sql<{ id: string }>`
    select id from line_handovers where line_id = ${line.id}`.execute(app.app.db.query);
  const id = rows[0]?.id ?? '';
  await proving(late);
  expect((await late.refusal(calls.acceptHandover, { id, ...quay })).problem.reason).toBe(
    'email_unconfirmed',
  );
  const other = await confirmed(app);
  expect((await other.refusal(calls.acceptHandover, { id, ...quay })).status).toBe(404);
  expect((await other.refusal(calls.declineHandover, { id })).status).toBe(404);
  // Its own owner can't take it.
  await proving(noa);
  expect((await noa.refusal(calls.acceptHandover, { id, ...quay })).status).toBe(404);
  await sql`update customers set email_verified = true where email = ${late.email}`.execute(
    app.app.db.query,
  );
  expect(await offersOf(late)).toHaveLength(1);
  await sql`update customers set email = 'moved-on@example.com' where email = ${late.email}`.execute(
    app.app.db.query,
  );
  expect(await offersOf(late)).toEqual([]);
  await proving(late);
  expect((await late.refusal(calls.acceptHandover, { id, ...quay })).status).toBe(404);
});

test('[P06] a line handed over can be handed on, and back', async () => {
  const { noa, omar, line, id } = await handedOver(app);
  await unlock(app, id);
  await offerTo(omar, id, noa.email);
  const back = await accept(noa);
  expect(await noa.call(viewLine, { id: back })).toMatchObject({
    mdn: line.mdn,
    status: 'active',
    paidUntil: line.paidUntil,
  });
  expect((await lineOf(omar, id)).status).toBe('ended');
  const { rows } = await sql<{ carrier_key: string }>`
    select carrier_key from lines where id = ${back}`.execute(app.app.db.query);
  expect(rows[0]?.carrier_key).toBe(line.id);
  expect((await noa.call(viewUser, {})).lines).toHaveLength(2);
});

test('[P06] [K19] an address that 911 responders can’t find is told, and the line is the taker’s all the same', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const [offer] = await offersOf(omar);
  const address = { ...quay, streetNumber: '911' };
  const taken = await omar.call(calls.acceptHandover, { id: offer?.id ?? '', ...address });
  expect(taken.emergencyAddress).toBe('not_found');
  const now = await omar.call(viewLine, { id: taken.lineId });
  expect(now.status).toBe('active');
  expect(now.emergencyAddress).toBeUndefined();
  expect((await omar.call(listNeeds, {})).needs.map(({ code }) => code)).toContain('address');
});

test('[P06] [K16] another carrier’s request for the number is the taker’s to hear of, and never the giver’s', async () => {
  const { noa, omar, line, id } = await handedOver(app);
  const step = (name: string) =>
    app.fetch('/sandbox/carrier/portout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msisdn: line.mdn, step: name }),
    });
  const before = await noa.call(listActivity, {});
  await step('request');
  await app.eventually(async () => (await omar.call(viewLine, { id })).portOut ?? undefined);
  expect((await noa.call(viewLine, { id: line.id })).portOut).toBeUndefined();
  expect(await noa.call(listActivity, {})).toEqual(before);
});
