import { viewUser } from '@portside/contract/account';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import type { LineRole } from '@portside/contract/household-acts';
import { type LineDetail, lineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seenAs, seenBy } from '../lines/seen-by.ts';
import { give, takeBack } from '../testing/given-line.ts';
import { addLine, consume, type Noa, lineOf, passDays, withLine } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What each of the two sees of a line that was given (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function given(role: 'user' | 'manager') {
  const { noa, line } = await withLine(app, { saveCard: true });
  const member = await newcomer(app);
  await sql`update lines set esim_state = 'ready' where id = ${line.id}`.execute(app.app.db.query);
  await give(app, noa, member, line.id, role);
  return { noa, member, line: await lineOf(member, line.id), id: line.id };
}

const card = { id: 'crd_1', last4Digits: '4242' } as never;
const day = '2099-01-01T00:00:00.000Z';

/** With everything that a line can show. */
const whole: Required<LineDetail> = {
  id: 'lin_1',
  mdn: '2125550100',
  nickname: 'Mine',
  icon: 'phone',
  plan: { id: 'p', retailName: 'Plan', flag: 1, retailPrice: 25 },
  iccid: '8901410000000000005',
  simType: 'esim',
  esim: 'ready',
  status: 'active',
  paidUntil: day,
  portIn: { id: 'por_1', msisdn: '2125550101', status: 'pending' },
  shipping: {} as never,
  statusReason: 'unpaid',
  network: { asked: 'block', since: day, isLate: false },
  networkChange: { asked: 'new_sim', since: day, isLate: false },
  numberKeptUntil: day,
  heldUntil: day,
  handover: { to: 'a@example.com', until: day },
  household: { as: 'holder' },
  endsOn: day,
  underWay: ['payment'],
  nextAction: 'renew',
  period: { from: day, to: day },
  autopay: {
    on: true,
    consent: { version: '1', text: 'I allow' },
    declined: true,
    card,
    second: card,
    nextCharge: { on: day, amount: 26, card, credit: 5, onCard: 21 },
  },
  priceRise: { plan: 'Plan', price: 30, from: day },
  addOns: [{ id: 'a', name: 'More', megabytesLeft: 12, until: day, recurring: false }],
  paidAhead: { periods: 2, credit: 50 },
  nextPlan: {} as never,
  locks: {} as never,
  mayHold: true,
  mayHandOver: true,
  mayGive: true,
  takenOverAt: day,
  sim: {} as never,
  portOut: {} as never,
  transferPin: {} as never,
  emergencyAddress: {} as never,
};

const shownTo = (role: LineRole) =>
  Object.entries(seenAs(role, whole)).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  );
const but = (...fields: (keyof LineDetail)[]) =>
  Object.keys(whole).filter((field) => !fields.includes(field as keyof LineDetail));

test('[P04] each field of a line is in somebody’s view on purpose', () => {
  expect(Object.keys(seenBy).toSorted()).toEqual(Object.keys(lineDetail.shape).toSorted());
  expect(Object.keys(whole).toSorted()).toEqual(Object.keys(lineDetail.shape).toSorted());
  const members = [
    'handover',
    'paidAhead',
    'mayHold',
    'mayHandOver',
    'mayGive',
    'takenOverAt',
  ] as const;
  const money = ['transferPin', 'priceRise', 'nextPlan'] as const;
  expect(new Set(shownTo('user'))).toEqual(new Set(but(...members, ...money, 'nextAction')));
  expect(new Set(shownTo('manager'))).toEqual(new Set(but(...members, 'transferPin')));
  const use = ['esim', 'shipping', 'networkChange', 'sim', 'emergencyAddress'] as const;
  expect(new Set(shownTo('holder'))).toEqual(new Set(but(...use)));
});

test('[P04] of some fields everybody sees a part', () => {
  expect(seenAs(undefined, whole)).toBe(whole);
  const user = seenAs('user', whole);
  expect(user.plan).toEqual({ id: 'p', retailName: 'Plan', flag: 1 });
  expect(user.autopay).toEqual({ on: true, consent: whole.autopay.consent });
  expect(user.iccid).toBe(whole.iccid);
  const manager = seenAs('manager', whole);
  expect(manager.plan.retailPrice).toBe(25);
  expect(manager.autopay).toEqual({
    on: true,
    consent: whole.autopay.consent,
    declined: true,
    chargesOn: day,
  });
  const holder = seenAs('holder', whole);
  expect(holder.iccid).toBe('');
  expect(holder.addOns).toEqual([{ id: 'a', name: 'More', until: day, recurring: false }]);
  expect(holder.autopay).toEqual(whole.autopay);
  const number = { asked: 'new_number', since: day, isLate: false } as const;
  expect(seenAs('holder', { ...whole, networkChange: number }).networkChange).toEqual(number);
});

test.each([
  ['renew', { holder: true, user: false, manager: true }],
  ['unblock', { holder: true, user: true, manager: true }],
  ['end_hold', { holder: true, user: false, manager: false }],
  ['set_up_sim', { holder: false, user: true, manager: true }],
  ['finish_port_in', { holder: true, user: false, manager: false }],
] as const)('[P04] nobody is told to do what they may not: %s', (nextAction, to) => {
  for (const [role, isTold] of Object.entries(to)) {
    const seen = seenAs(role as LineRole, { ...whole, nextAction });
    expect([role, seen.nextAction]).toEqual([role, isTold ? nextAction : undefined]);
  }
});

test('[P04] a line that was given is in the member’s list, after their own, with who holds it', async () => {
  const { noa, member, id } = await given('user');
  const own = await addLine(app, member);
  const { lines } = await member.call(listLines, {});
  expect(lines.map((line) => line.id)).toEqual([own.id, id]);
  expect(lines[0]?.household).toBeUndefined();
  expect(lines[1]).toMatchObject({ household: { as: 'user', holder: 'Noa' }, esim: 'ready' });
  // Their account has its own lines alone.
  expect((await member.call(viewUser, {})).lines.map((line) => line.id)).toEqual([own.id]);
  const detail = await member.call(viewLine, { id });
  expect(detail.household).toEqual({ as: 'user', holder: 'Noa' });
  expect(JSON.stringify([lines, detail])).not.toContain(noa.email);
  await takeBack(app, id);
  expect((await member.call(listLines, {})).lines.map((line) => line.id)).toEqual([own.id]);
});

test('[P04] the holder sees who has it, and neither SIM nor use nor 911 address', async () => {
  const { noa, member, id, line } = await given('manager');
  const listed = await lineOf(noa, id);
  const household = {
    as: 'holder',
    member: { name: 'Noa', email: member.email, role: 'manager' },
  };
  expect(listed).toMatchObject({ mdn: line.mdn, iccid: '', status: 'active', household });
  const detail = await noa.call(viewLine, { id });
  expect(detail).toMatchObject({ iccid: '', household, autopay: { on: false } });
  expect(detail.plan.retailPrice).toBeGreaterThan(0);
  for (const field of ['esim', 'emergencyAddress', 'sim', 'nextAction']) {
    expect(detail).not.toHaveProperty(field);
    expect(listed).not.toHaveProperty(field);
  }
  const [own] = (await noa.call(viewUser, {})).lines;
  expect(own).toMatchObject({ id, iccid: '' });
  expect(own).not.toHaveProperty('esim');
  expect(line.iccid).not.toBe('');
  await takeBack(app, id);
  expect(await noa.call(viewLine, { id })).toMatchObject({ iccid: line.iccid, esim: 'ready' });
});

test('[P04] an invitation is the holder’s eyes alone, and hides nothing', async () => {
  const { noa, member, id, line } = await given('user');
  await sql`update line_members set state = 'invited', accepted_at = null, member_customer_id = null
    where line_id = ${id}`.execute(app.app.db.query);
  const seen = await noa.call(viewLine, { id });
  expect(seen).toMatchObject({
    iccid: line.iccid,
    household: { as: 'holder', invited: { email: member.email, role: 'user' } },
  });
  expect((await member.call(listLines, {})).lines).toEqual([]);
  expect((await member.refusal(viewLine, { id })).status).toBe(404);
  await passDays(app, 8);
  expect((await lineOf(await again(app, noa), id)).household).toBeUndefined();
});

test('[P04] no card, no charge and no price of the holder’s is told to the member', async () => {
  const { noa, member, id } = await given('user');
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
  const mine = await noa.call(viewLine, { id });
  expect(mine.autopay.nextCharge?.card.last4Digits).toBeDefined();
  const asUser = await member.call(viewLine, { id });
  expect(asUser.autopay).toEqual({ on: true, consent: mine.autopay.consent });
  expect(asUser.plan).not.toHaveProperty('retailPrice');
  await give(app, noa, member, id, 'manager');
  const asManager = await member.call(viewLine, { id });
  expect(asManager.autopay).toEqual({
    on: true,
    consent: mine.autopay.consent,
    chargesOn: mine.autopay.nextCharge?.on,
  });
  expect(asManager.plan.retailPrice).toBe(mine.plan.retailPrice);
});

const codes = async (who: Noa, id: string) => {
  const { needs, data } = await who.call(listNeeds, {});
  return {
    needs: needs.filter(({ lineId }) => lineId === id).map(({ code }) => code),
    data: data.filter(({ lineId }) => lineId === id),
  };
};

test('[P04] what needs somebody is told to who can do it, and its data to who uses it', async () => {
  const { noa, member, id, line } = await given('user');
  await sql`update lines set service_address = null where id = ${id}`.execute(app.app.db.query);
  await consume(app, line.mdn, 300);
  await app.eventually(async () => (await codes(member, id)).data[0]?.used === 300 || undefined);
  expect((await codes(member, id)).needs).toEqual(['set_up_sim', 'address']);
  expect(await codes(noa, id)).toEqual({ needs: [], data: [] });
  await passDays(app, 25);
  const holder = await again(app, noa);
  const user = await again(app, member);
  await sql`update lines set esim_state = 'ready' where id = ${id}`.execute(app.app.db.query);
  expect((await codes(holder, id)).needs).toEqual(['pay']);
  expect((await codes(user, id)).needs).toEqual(['set_up_sim', 'address']);
  await give(app, holder, user, id, 'manager');
  await sql`update lines set esim_state = 'enabled' where id = ${id}`.execute(app.app.db.query);
  expect((await codes(user, id)).needs).toEqual(['pay', 'address']);
  await passDays(app, 6);
  expect((await codes(await again(app, noa), id)).needs).toEqual(['unpaid']);
  expect((await codes(await again(app, member), id)).needs).toEqual(['unpaid']);
});
