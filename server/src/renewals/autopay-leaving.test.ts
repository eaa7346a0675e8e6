import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { openPortOut } from '@portside/contract/port-out';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passDays, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
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

async function otherCarrier(msisdn: string, step: 'request' | 'complete') {
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

const announced = async (noa: Noa) =>
  (await subjectsTo(noa)).filter((one) => /Autopay charges/.test(one)).length;

const renewals = async (noa: Noa) =>
  (await noa.call(listTransactions, {})).transactions.filter((one) => one.kind === 'renewal');

const subjectsTo = async (noa: Noa) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from sandbox_mail where to_address = ${noa.email}`.execute(app.app.db.query);
  return rows.map((row) => row.subject);
};

test.each([
  ['before its charge was announced', 24],
  ['after its charge was announced', 27],
])(
  '[K03] [K04] [K16] a number that begins to leave %s and gets no further: autopay charges as told, and the line goes on',
  async (_, begins) => {
    const { noa, line } = await withAutopay();
    const { id, mdn } = line;
    await passDays(app, begins);
    await beginLeaving(noa, line);
    const leaving = await noa.call(viewLine, { id });
    expect(leaving.autopay.nextCharge).toBeDefined();
    expect(leaving.underWay).toEqual(['port_out']);
    await passDays(app, 31 - begins);
    await app.eventually(async () => (await renewals(noa)).length === 1 || undefined);
    expect(await announced(noa)).toBe(1);
    const after = await noa.call(viewLine, { id });
    expect(after).toMatchObject({ status: 'active', portOut: { state: 'requested' } });
    expect(await subjectsTo(noa)).not.toContainEqual(expect.stringMatching(/is paused/));
    if (begins === 24) {
      const { text } = await emailWhen(app, noa.email, /^Autopay charges/);
      expect(text).toContain('isn’t refunded when the number leaves');
    }
    // Once it has left, nothing more is charged.
    await otherCarrier(mdn, 'complete');
    await stateWhen(noa, id, 'completed');
    await passDays(app, 40);
    expect(await renewals(noa)).toHaveLength(1);
  },
);

test('[K03] [K16] autopay turned on while the number is leaving names its next charge', async () => {
  const { noa, line } = await withLine(app);
  await beginLeaving(noa, line);
  const { version } = await noa.call(viewAutopayConsent, {});
  const turned = await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  expect(turned.autopay.nextCharge).toBeDefined();
  const { text } = await emailWhen(app, noa.email, /Autopay is on/);
  expect(text).toContain('The next charge is');
});
