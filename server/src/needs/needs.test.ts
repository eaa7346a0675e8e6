import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLineHealth } from '@portside/contract/line-health';
import { type Line, listLines, updateNickname } from '@portside/contract/lines';
import { deleteCard, listCards } from '@portside/contract/payments';
import { listNeeds } from '@portside/contract/needs';
import { openPortOut } from '@portside/contract/port-out';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { addLine, consume, giveNumber, passDays, renew, withLine } from '../testing/line-life.ts';
import { newcomer, paymentToken as tokenOf } from '../testing/shopping.ts';
import { buySeveral } from '../testing/buying-lines.ts';
import { playMail } from '../testing/new-sim.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const needs = async (who: Caller) => (await who.call(listNeeds, {})).needs;
const codes = async (who: Caller) => (await needs(who)).map(({ code }) => code);
/** Once the carrier has said how it stands: what it says later would stand in its place. */
const isSetUp = (id: string) =>
  app.eventually(async () => {
    const { rows } = await sql`update lines set esim_state = 'enabled'
      where id = ${id} and esim_state is not null returning id`.execute(app.app.db.query);
    return rows[0];
  });

async function askForNumber({ id, mdn: msisdn }: Line, noa: Caller) {
  await sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    select id, tenant_id, now() - interval '1 year', true from lines where id = ${id}
    on conflict (line_id) do update set number_off_at = excluded.number_off_at`.execute(
    app.app.db.query,
  );
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  await noa.call(stepUp, { password: 'Anchor7!' });
  await noa.call(openPortOut, { id });
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request' }),
  });
  expect(answer.status).toBe(200);
}

test('[K28] what needs the customer stands in one list: a line that works has none', async () => {
  const { noa, line } = await withLine(app);
  await app.eventually(async () => (await codes(noa))[0] === 'set_up_sim' || undefined);
  await isSetUp(line.id);
  const answer = await noa.call(listNeeds, {});
  expect(answer.needs).toEqual([]);
  expect(answer.data).toEqual([{ lineId: line.id, used: 0, limit: expect.any(Number) }]);
});

test('[K28] another carrier’s request comes first, in the health check too', async () => {
  const { noa, line } = await withLine(app);
  await isSetUp(line.id);
  await passDays(app, 26);
  expect(await codes(noa)).toEqual(['pay']);
  await askForNumber(line, noa);
  const [first, ...others] = await app.eventually(async () => {
    const now = await needs(noa);
    return now[0]?.code === 'port_out' ? now : undefined;
  });
  expect(first).toMatchObject({
    code: 'port_out',
    lineId: line.id,
    message: expect.stringMatching(
      /^Another carrier asked for your number \(\d{3}\) \d{3}-\d{4}\. If/,
    ),
    action: { text: 'See the request', to: `/dashboard/lines/${line.id}#number` },
  });
  // It is paid for meanwhile.
  expect(others.map(({ code }) => code)).toEqual(['pay']);
  const { findings } = await noa.call(viewLineHealth, { id: line.id });
  expect(findings[0]).toMatchObject({ code: 'port_out', ok: false, next: first?.action });
});

test('[K28] used-up data leads to more of it, and what is left is told', async () => {
  const { noa, line } = await withLine(app);
  await isSetUp(line.id);
  await consume(app, line.mdn, 12_500);
  app.clock.move(minutes(1));
  await noa.call(viewLineHealth, { id: line.id });
  const [need] = await app.eventually(async () => {
    const now = await needs(noa);
    return now.length > 0 ? now : undefined;
  });
  expect(need).toMatchObject({
    code: 'data_used_up',
    message: 'The data of your line is used up.',
    action: { text: 'Add data', to: `/dashboard/lines/${line.id}#add-ons` },
  });
  const { data } = await noa.call(listNeeds, {});
  expect(data[0]?.used).toBe(12_500);
});

test('[K28] [K05] a declined autopay says when it is tried again and when service stops', async () => {
  const paymentToken = await tokenOf(app, '4000000000000036');
  const { noa, line } = await withLine(app, { paymentToken, saveCard: true });
  await isSetUp(line.id);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  await passDays(app, 25);
  expect(await codes(noa)).toEqual([]);
  await passDays(app, 4);
  const [need] = await needs(noa);
  expect(need).toMatchObject({
    code: 'autopay_declined',
    action: { to: `/dashboard/lines/${line.id}/renew` },
  });
  expect(need?.message).toMatch(
    / It tries again on \w+ \d+, \d+. If it isn’t paid by .* service stops\./,
  );
  await passDays(app, 2);
  const [paused] = await needs(noa);
  expect(paused?.code).toBe('unpaid');
  expect(paused?.message).toMatch(/Autopay charges your card on \w+ \d+/);
  const [card] = (await noa.call(listCards, {})).cards;
  await noa.call(deleteCard, { cardId: card?.id ?? '' });
  expect((await needs(noa))[0]?.message).not.toContain('Autopay');
});

test('[K28] of several lines each need names its own, the most urgent first', async () => {
  const { noa, line: first } = await withLine(app);
  await passDays(app, 25);
  const second = await addLine(app, noa);
  await Promise.all([isSetUp(first.id), isSetUp(second.id)]);
  await noa.call(updateNickname, { id: first.id, nickname: 'Tablet' });
  const mdn = await giveNumber(app, second.id, '11');
  await consume(app, mdn, 12_500);
  app.clock.move(minutes(1));
  await noa.call(viewLineHealth, { id: second.id });
  const found = await app.eventually(async () => {
    const now = await needs(noa);
    return now.length > 1 ? now : undefined;
  });
  expect(found.map(({ code, lineId }) => [code, lineId])).toEqual([
    ['data_used_up', second.id],
    ['pay', first.id],
  ]);
  expect(found[1]?.message).toMatch(/^The paid time of Tablet ends on /);
  await renew(app, noa, first.id);
  await expect.poll(() => codes(noa)).toEqual(['data_used_up']);
});

test('[K28] [P03] new lines without numbers are told apart by their plans; one alone needs no name', async () => {
  const shipping = { addressOne: '9 Elm St', city: 'New York', state: 'NY', zipCode: '10038' };
  const told = async (plans: readonly string[]) => {
    const noa = await newcomer(app);
    const more = plans.slice(1).map(() => ({ simType: 'physical' as const }));
    await buySeveral(app, noa, plans, { simType: 'physical', shipping, more });
    const { lines } = await noa.call(listLines, {});
    for (const { id } of lines) {
      for (const state of ['mailed', 'arrived']) await playMail(app, id, state);
    }
    return (await needs(noa)).map(({ message }) => message).toSorted();
  };
  expect(await told(['sloop-12', 'clipper-unlimited'])).toEqual([
    'The SIM card for your new line with Clipper Unlimited has arrived. Activate it.',
    'The SIM card for your new line with Sloop 12 GB has arrived. Activate it.',
  ]);
  expect(await told(['sloop-12'])).toEqual([
    'The SIM card for your line has arrived. Activate it.',
  ]);
});
