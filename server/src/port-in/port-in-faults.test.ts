import { listPortIns, resubmitPortIn, viewPortIn } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { bring, breakCarrier, buyPlanFor, draftOf, portInWhen } from '../testing/porting.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { receiveCarrierNotice } from '../lines/carrier-notices.ts';

let app: TestApp;
let written = '';
/** Does the carrier refuse the next submit for trouble of its own? */
let isOutOfOrder = false;
/** What the carrier was asked to make or change, by key. */
const sent: string[] = [];
const account = '5544332211';
const pin = 'harborpin77';
const oldService = {
  billingAccountNumber: account,
  billingAccountPassword: pin,
  firstName: 'Zebulon',
  lastName: 'Quartz',
  zipCode: '73301',
  address: '9 Hidden Lane',
};

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => (written += line) });
  const listening = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    submitPortIn(request) {
      sent.push(request.key);
      if (isOutOfOrder) {
        const raw = { code: '', text: 'busy' };
        return Promise.resolve({ kind: 'not_created', reason: 'carrier_system', raw });
      }
      return carrier.submitPortIn(request);
    },
    updatePortIn(update) {
      sent.push(update.key);
      return carrier.updatePortIn(update);
    },
  });
  app = await openTestApp({
    overrides: { log, adapters: (opened) => ({ ...opened, carrier: listening(opened.carrier) }) },
  });
});
afterAll(() => app.close());

async function portInsAtCarrier(msisdn: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from sandbox_carrier_port_ins where msisdn = ${msisdn}`.execute(
    app.app.db.query,
  );
  return found.rows[0]?.count ?? 0;
}

test('[I09] the carrier’s first answer is lost: submitted once all the same, and it completes', async () => {
  const customer = await newcomer(app);
  const answer = await bring(customer, '2125550196', { oldService });
  expect(answer.status).toBe('submitted');
  const done = await portInWhen(app, customer, answer.portInId, 'completed');
  expect(done.attempts).toBe(1);
  expect(await portInsAtCarrier('2125550196')).toBe(1);
  expect(sent.filter((key) => key.startsWith(answer.portInId)).length).toBeGreaterThan(1);
});

test('while the carrier is down a port-in waits, and it completes once when it is back', async () => {
  const customer = await newcomer(app);
  const { portInId } = await bring(customer, '2125550290', { oldService });
  await portInWhen(app, customer, portInId, 'action_needed');
  await breakCarrier(app, 'down');
  const fix = { msisdn: '2125550290', oldService: { billingAccountNumber: '1112223334' } };
  expect((await customer.call(resubmitPortIn, fix)).status).toBe('submitted');
  expect((await customer.call(resubmitPortIn, fix)).status).toBe('submitted');
  await breakCarrier(app, 'none');
  const done = await portInWhen(app, customer, portInId, 'completed');
  expect(done.attempts).toBe(2);
  expect(await portInsAtCarrier('2125550290')).toBe(1);
});

test('ten clicks at a slow carrier are one submit', async () => {
  const customer = await newcomer(app);
  const tempSubscriptionId = await draftOf(customer, '2125550130');
  await buyPlanFor(customer, '2125550130', tempSubscriptionId);
  await breakCarrier(app, 'slow');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      bring(customer, '2125550130', { oldService, tempSubscriptionId }),
    ),
  );
  await breakCarrier(app, 'none');
  expect(new Set(answers.map((one) => one.portInId))).toEqual(new Set([tempSubscriptionId]));
  const done = await portInWhen(app, customer, tempSubscriptionId, 'completed');
  expect(done.attempts).toBe(1);
  expect(await portInsAtCarrier('2125550130')).toBe(1);
});

test('notices that come twice, late and backwards change nothing that is settled', async () => {
  const customer = await newcomer(app);
  const { portInId } = await bring(customer, '2125550131', { oldService });
  const before = await portInWhen(app, customer, portInId, 'completed');
  const notices = await sql<{ id: string; body: string }>`
    select id, body from sandbox_notices where about like 'portin.%' order by seq desc`.execute(
    app.app.db.query,
  );
  const forged = await receiveCarrierNotice(
    app.app,
    { tenant: 6, account: '' },
    {},
    notices.rows[0]?.body ?? '',
  );
  expect(forged).toBe(false);
  const again = await sql`update sandbox_notices set done = false, deliver_at = created_at
    where about like 'portin.%'`.execute(app.app.db.query);
  expect(again.numAffectedRows).toBeGreaterThan(2n);
  await app.eventually(async () => {
    const left = await sql<{ count: number }>`
      select count(*)::int as count from sandbox_notices where not done`.execute(app.app.db.query);
    return left.rows[0]?.count === 0 ? true : undefined;
  });
  expect(await customer.call(viewPortIn, { id: portInId })).toEqual(before);
});

test('the old carrier’s secrets are unreadable in every table, and in no log', async () => {
  const customer = await newcomer(app);
  const { portInId } = await bring(customer, '2125550391', { oldService });
  await portInWhen(app, customer, portInId, 'action_needed');
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    app.app.db.query,
  );
  expect(rows.map((row) => row.name)).toContain('public.port_ins');
  for (const { name } of rows) {
    const text = await sql<{ all: string }>`
      select coalesce(string_agg(one::text, ' '), '') as all from ${sql.raw(name)} as one`.execute(
      app.app.db.query,
    );
    const all = text.rows[0]?.all ?? '';
    for (const secret of [account, pin, '9 Hidden Lane', 'Zebulon']) {
      expect(`${name}: ${all.includes(secret)}`).toBe(`${name}: false`);
    }
    // Five digits alone: they are in some hash, or the end of some time.
    expect(`${name}: ${/(?<![\w.-])73301(?![\w-])/.test(all)}`).toBe(`${name}: false`);
  }
  expect(written).toContain('portInId');
  for (const secret of [account, pin, '9 Hidden Lane', 'Zebulon']) {
    expect(written).not.toContain(secret);
  }
  const all = JSON.stringify(await customer.call(listPortIns, {}));
  expect(all).not.toMatch(/5544332211|harborpin77|Hidden|Zebulon|73301/);
});

test('a transfer that the carrier’s trouble kept from beginning is not promised to be tried again', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550151';
  const id = await draftOf(customer, msisdn);
  isOutOfOrder = true;
  await buyPlanFor(customer, msisdn, id, {
    portIn: { tempSubscriptionId: id, msisdn, zipCode: '10038', oldService },
  });
  const over = await portInWhen(app, customer, id, 'failed');
  isOutOfOrder = false;
  const sentence =
    'We couldn’t start the transfer. Nothing changed at your old carrier. Please try again.';
  expect(over).toMatchObject({ reason: 'carrier_system', message: sentence });
  const { text } = await nextEmail(app, customer.email, /We couldn’t transfer/);
  expect(text).toContain(sentence);
  expect(text).not.toContain('try again for you');
});
