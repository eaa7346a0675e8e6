import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { addLine, lineOf, passDays, renew, withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** The insert of the version that knew no kinds of orders. */
const openLineAsBefore = (like: string, orderId: string) =>
  sql`
    insert into lines (id, tenant_id, customer_id, order_id, plan_id, plan_name, plan_flag, nickname,
      icon, mdn, zip_code, first_name, last_name, service_address, sim_type, iccid, esim_state, imei,
      status, activation_ref, activated_at, paid_until, created_at, port_in_id, port_in_status,
      incoming_mdn)
    select 'lin_' || ${orderId}::text, tenant_id, customer_id, ${orderId}, plan_id, plan_name,
      plan_flag, '', icon, '', zip_code, first_name, last_name, service_address, sim_type, '', null,
      '', 'pending', null, null, null, created_at, null, null, ''
    from lines where id = ${like}`.execute(app.app.db.query);

test('[N04] a process of the version before opens no line for a renewal, and goes on with new lines', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 25);
  const { orderId } = await renew(app, noa, line.id);
  await expect(openLineAsBefore(line.id, orderId)).rejects.toThrow(/newer version settles it/);
  await sql`
    insert into orders (id, tenant_id, customer_id, cart_id, status, attempt, quote, line,
      created_at, updated_at)
    select 'ord_before', tenant_id, customer_id, 'cart_before', 'paid', 1, quote, line, created_at,
      updated_at
    from orders where id = ${orderId}`.execute(app.app.db.query);
  await openLineAsBefore(line.id, 'ord_before');
  const { rows } = await sql<{ order_id: string }>`
    select order_id from lines where id like 'lin_ord_%'`.execute(app.app.db.query);
  expect(rows).toEqual([{ order_id: 'ord_before' }]);
  await addLine(app, noa);
});

test('[N04] a line that the version before activated is renewed, by hand and by autopay', async () => {
  const { version } = await app.anyone.call(viewAutopayConsent, {});
  for (const autopay of [false, true]) {
    const { noa, line } = await withLine(app);
    const { id } = line;
    // It wrote no period.
    await sql`delete from line_periods where line_id = ${id}`.execute(app.app.db.query);
    if (autopay) await noa.call(setAutopay, { id, on: true, consent: version });
    await passDays(app, 25);
    if (!autopay) await renew(app, noa, id);
    await passDays(app, 4);
    const { paidUntil } = await lineOf(noa, id);
    expect(Date.parse(paidUntil ?? '') - Date.parse(line.paidUntil ?? '')).toBe(days(30));
  }
});
