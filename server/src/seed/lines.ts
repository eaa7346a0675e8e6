import type { StreetAddress } from '@portside/contract/street-address';
import { setLineState } from '../adapters/carrier/sandbox/lines.ts';
import { settingsOf } from '../settings/adapter-settings.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { cents } from '../money.ts';
import * as lines from '../lines/lines.ts';
import { popularPlan } from './plans.ts';

export async function seedWaitingLine(
  app: App,
  tx: Tx,
  brand: Brand,
  customerId: string,
  line: { zipCode: string; since: Date; brings?: { portInId: string; msisdn: string } },
): Promise<string> {
  const { brings } = line;
  const plan = await popularPlan(brand);
  return lines.recordLine(app, tx, {
    tenant_id: brand.client.mvnoId,
    customer_id: customerId,
    order_id: null,
    plan_id: plan.id,
    plan_name: plan.retailName,
    plan_flag: plan.flag,
    nickname: plan.retailName,
    mdn: '',
    zip_code: line.zipCode,
    // Without a number that it brings, it waits for its SIM card.
    sim_type: brings ? 'esim' : 'physical',
    waits_for_card: !brings,
    iccid: '',
    esim_state: null,
    imei: '',
    status: 'pending',
    activation_ref: null,
    activated_at: null,
    paid_until: null,
    plan_cents: cents(plan.retailPrice),
    plan_paid_cents: cents(plan.retailPrice),
    created_at: line.since,
    port_in_id: brings?.portInId ?? null,
    port_in_status: brings ? 'action_needed' : null,
    incoming_mdn: brings?.msisdn ?? '',
    service_address: null,
  });
}

export async function seedLine(
  app: App,
  tx: Tx,
  brand: Brand,
  customerId: string,
  line: { mdn: string; zipCode: string; daysAgo: number; address?: StreetAddress },
): Promise<string> {
  const plan = await popularPlan(brand);
  if (settingsOf(app.config.adapters, brand.id).carrier.kind === 'sandbox')
    await setLineState(app, line.mdn, 'active', tx);
  const now = app.clock.now();
  const since = later(now, -days(line.daysAgo));
  return lines.recordLine(app, tx, {
    tenant_id: brand.client.mvnoId,
    customer_id: customerId,
    order_id: null,
    plan_id: plan.id,
    plan_name: plan.retailName,
    plan_flag: plan.flag,
    nickname: plan.retailName,
    mdn: line.mdn,
    zip_code: line.zipCode,
    sim_type: 'esim',
    iccid: `8901410000${line.mdn}0`,
    esim_state: 'enabled',
    imei: '',
    status: 'active',
    activation_ref: null,
    activated_at: since,
    plan_cents: cents(plan.retailPrice),
    plan_paid_cents: cents(plan.retailPrice),
    paid_until: later(since, days(Math.ceil((line.daysAgo + 1) / 30) * 30)),
    created_at: since,
    port_in_id: null,
    port_in_status: null,
    incoming_mdn: '',
    service_address: line.address ?? null,
  });
}
