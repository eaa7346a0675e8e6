import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { openPortOut } from '@portside/contract/port-out';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { passDays, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function withAutopay() {
  const { noa, line } = await withLine(app);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  return { noa, line };
}

/** With the number lock off and a PIN, as the customer makes it. */
async function beginLeaving(noa: Noa, { id, mdn }: Line) {
  await sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    select id, tenant_id, now() - interval '1 year', true from lines where id = ${id}
    on conflict (line_id) do update set number_off_at = excluded.number_off_at`.execute(
    app.app.db.query,
  );
  await app.adapters.carrier.setNumberLock({ msisdn: mdn, on: false });
  await noa.call(stepUp, { password: 'Anchor7!' });
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  await stateWhen(noa, id, 'requested');
}

async function otherCarrier(msisdn: string, step: 'request' | 'cancel') {
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step }),
  });
  expect(answer.status).toBe(200);
}

const stateWhen = (noa: Noa, id: string, state: string) =>
  app.eventually(async () => {
    const { portOut } = await noa.call(viewLine, { id });
    return portOut?.state === state ? portOut : undefined;
  });

const announced = async (noa: Noa) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from sandbox_mail where to_address = ${noa.email}`.execute(app.app.db.query);
  return rows.filter((row) => /Autopay charges/.test(row.subject)).length;
};

const renewals = async (noa: Noa) =>
  (await noa.call(listTransactions, {})).transactions.filter((one) => one.kind === 'renewal');

test.each([
  ['before its charge was announced', 24, 0],
  ['after its charge was announced', 27, 1],
])(
  '[K03] [K04] [K16] a number that begins to leave %s is not charged, and announced first if it stays',
  async (_, begins, told) => {
    const { noa, line } = await withAutopay();
    const { id, mdn } = line;
    await passDays(app, begins);
    await app.eventually(async () => (await announced(noa)) === told || undefined);
    await beginLeaving(noa, line);
    const leaving = await noa.call(viewLine, { id });
    expect(leaving.autopay.on).toBe(true);
    expect(leaving.autopay.nextCharge).toBeUndefined();
    expect(leaving.nextAction).toBeUndefined();
    await passHours(app, (30 - begins) * 24 - 6);
    expect(await announced(noa)).toBe(told);
    expect(await renewals(noa)).toEqual([]);
    await otherCarrier(mdn, 'cancel');
    await stateWhen(noa, id, 'cancelled');
    const stays = app.app.clock.now().getTime();
    await passHours(app, 2);
    await app.eventually(async () => (await announced(noa)) === told + 1 || undefined);
    const { autopay } = await noa.call(viewLine, { id });
    expect(Date.parse(autopay.nextCharge?.on ?? '') - stays).toBeGreaterThanOrEqual(days(3));
    await passDays(app, 2);
    expect(await renewals(noa)).toEqual([]);
    await passDays(app, 3);
    await app.eventually(async () => (await renewals(noa)).length === 1 || undefined);
  },
);

test('[K03] [K16] autopay turned on while the number is leaving names no charge that may not come', async () => {
  const { noa, line } = await withLine(app);
  await beginLeaving(noa, line);
  const { version } = await noa.call(viewAutopayConsent, {});
  const turned = await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  expect(turned.autopay.nextCharge).toBeUndefined();
  const { text } = await emailWhen(app, noa.email, /Autopay is on/);
  expect(text).not.toContain('The next charge is');
});
