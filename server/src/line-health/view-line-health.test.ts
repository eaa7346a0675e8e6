import { viewLineHealth } from '@portside/contract/line-health';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { suspendLine } from '../lines/suspension.ts';
import { passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import type { Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const post = (path: string, body: object) =>
  app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** Once the carrier's own word is there: a look that is under way would write over it. */
const setEsim = (id: string, state: string) =>
  app.eventually(async () => {
    const { numAffectedRows } = await sql`update lines set esim_state = ${state}
      where id = ${id} and esim_state is not null`.execute(app.app.db.query);
    return numAffectedRows === 1n ? true : undefined;
  });

async function troubles(noa: Caller, id: string) {
  const { findings } = await noa.call(viewLineHealth, { id });
  return findings.filter(({ ok }) => !ok).map(({ code, action }) => [code, action]);
}

test('[K22] a line that works has nothing to do, and what was looked at is said', async () => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, 'enabled');
  const { findings, complete } = await noa.call(viewLineHealth, { id: line.id });
  expect(complete).toBe(true);
  expect(findings.map(({ code, ok }) => [code, ok])).toEqual([
    ['payment', true],
    ['esim', true],
    ['usage', true],
    ['outage', true],
  ]);
  expect(findings[0]?.message).toMatch(/^It is paid until \w+ \d+, \d{4}\.$/);
});

test('[K22] an unpaid line says to pay, before its eSIM, and not after the payment', async () => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, 'enabled');
  await passDays(app, 31);
  expect(await troubles(noa, line.id)).toEqual([['payment', 'renew']]);
  await renew(app, noa, line.id);
  await expect.poll(() => troubles(noa, line.id)).toEqual([]);
});

test('[K22] on the last paid day the day is said and paying is offered; with a week left it is no trouble', async () => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, 'enabled');
  await passDays(app, 25);
  expect(await troubles(noa, line.id)).toEqual([]);
  await passHours(app, 24 * 4 + 12);
  const { findings } = await noa.call(viewLineHealth, { id: line.id });
  expect(findings.map(({ code, ok }) => [code, ok]).slice(0, 2)).toEqual([
    ['pay', false],
    ['esim', true],
  ]);
  expect(findings[0]?.message).toMatch(/^The paid time of .* ends on \w+ \d+, \d{4}\./);
  expect(findings[0]?.next?.to).toBe(`/dashboard/lines/${line.id}/renew`);
});

test('[K22] a blocked line says so first, also when it is not paid', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 31);
  await app.app.db.transaction((tx) => suspendLine(app.app, tx, line.id, 'blocked'));
  expect(await troubles(noa, line.id)).toEqual([
    ['block', 'unblock'],
    ['payment', 'renew'],
  ]);
});

test.each([
  ['ready', 'set_up_sim'],
  ['disabled', 'set_up_sim'],
  ['deleted', 'replace_sim'],
] as const)('[K22] an eSIM that is %s leads to what to do', async (state, action) => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, state);
  expect(await troubles(noa, line.id)).toEqual([['esim', action]]);
});

test('[K22] a phone that is locked or reported stolen is found', async () => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, 'enabled');
  const phone = (imei: string) =>
    sql`update lines set imei = ${imei} where id = ${line.id}`.execute(app.app.db.query);
  await phone('490154203237518');
  expect(await troubles(noa, line.id)).toEqual([]);
  await phone('350000020000012');
  expect(await troubles(noa, line.id)).toEqual([['phone', undefined]]);
});

test('[K22] data that is used up is found, and leads to the add-ons', async () => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, 'enabled');
  await post('/sandbox/carrier/usage', { msisdn: line.mdn, megabytes: 12_500 });
  app.clock.move(minutes(1));
  await expect.poll(() => troubles(noa, line.id)).toEqual([['usage', 'buy_add_on']]);
});

test('[K22] an outage is found where it is, and the network can disagree about a line', async () => {
  const { noa, line } = await withLine(app);
  await setEsim(line.id, 'enabled');
  expect((await post('/sandbox/carrier/outage', { zipPrefix: '9', on: true })).status).toBe(200);
  expect(await troubles(noa, line.id)).toEqual([]);
  await post('/sandbox/carrier/outage', { zipPrefix: '100', on: true });
  expect(await troubles(noa, line.id)).toEqual([['outage', 'wait']]);
  await post('/sandbox/carrier/outage', { zipPrefix: '100', on: false });
  expect(await troubles(noa, line.id)).toEqual([]);
  expect((await post('/sandbox/carrier/outage', { zipPrefix: 'x', on: true })).status).toBe(400);
  await app.adapters.carrier.suspendLine({ msisdn: line.mdn });
  expect(await troubles(noa, line.id)).toEqual([['suspension', 'contact_us']]);
});

test('[K22] without the carrier it says what it knows, and that it is not everything', async () => {
  const { noa, line } = await withLine(app);
  await post('/sandbox/carrier/break', { mode: 'down' });
  try {
    const { findings, complete } = await noa.call(viewLineHealth, { id: line.id });
    expect(complete).toBe(false);
    expect(findings.map(({ code }) => code)).toContain('payment');
    expect(findings.map(({ code }) => code)).not.toContain('outage');
  } finally {
    await post('/sandbox/carrier/break', { mode: 'none' });
  }
});
