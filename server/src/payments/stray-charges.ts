import { money } from '@portside/contract/formats';
import { viewPerson } from '../account/person.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { dollars } from '../money.ts';
import { otherCardholder } from './cardholders.ts';
import { strayEmail } from './emails.ts';
import { newsOf } from './news.ts';
import type { Attempt, Owners } from './owner.ts';
import type { ChargeRow } from './rows.ts';
import * as chargeStore from './charge-store.ts';
import * as strayStore from './stray-store.ts';

export const giveBackStrayJob = defineJob<{ paymentRef: string; tenant: number }>(
  'give-back-stray',
);

/** Ours, as `askProvider` marks it. */
const MARK = /^(order):([\w-]+):attempt:(\d+)$/;

function markedAs(key: string | undefined): Attempt | undefined {
  const [, kind, id, attempt] = MARK.exec(key ?? '') ?? [];
  return kind === 'order' && id ? { kind, id, attempt: Number(attempt) } : undefined;
}

/**
 * A charge at the provider that our books do not have. With our mark and still open here it is
 * settled; paid for something that is decided otherwise, it is given back, and its customer is told.
 * Any other is left for people. Safe to run again. @throws OutsideFailure
 */
export async function settleStray(
  app: App,
  owners: Owners,
  { paymentRef, tenant }: { paymentRef: string; tenant: number },
): Promise<void> {
  const db = app.db.query;
  const { payment } = app.adapters.of(tenant);
  const tenants = app.adapters.sharing('payment', tenant);
  if (await chargeStore.chargeOfTenants(db, tenants, paymentRef)) return;
  const marked = await payment.viewMarked(paymentRef);
  const one = markedAs(marked.key);
  const row = one && (await chargeStore.chargeOf(db, one));
  if (!one || !row || !tenants.includes(row.tenant_id)) return;
  if (row.payment_ref === null && isOpen(row)) await newsOf(owners, one).paymentChanged(app, one);
  const after = await chargeStore.chargeOf(db, one);
  if (marked.charge.kind !== 'paid' || !after || isOpen(after)) return;
  if (after.payment_ref === paymentRef || !(await isDecided(app, after))) return;
  await giveBackStray(app, after, { paymentRef, cents: marked.amountCents });
}

const isOpen = ({ status }: ChargeRow) =>
  status === 'requested' || status === 'processing' || status === 'confirm';

/** What our row names must be there: otherwise people look. */
async function isDecided(app: App, { tenant_id, payment_ref }: ChargeRow): Promise<boolean> {
  if (payment_ref === null) return true;
  try {
    await app.adapters.of(tenant_id).payment.viewCharge(payment_ref);
    return true;
  } catch (error) {
    if (error instanceof OutsideFailure) throw error;
    return false;
  }
}

async function giveBackStray(
  app: App,
  row: ChargeRow,
  { paymentRef, cents }: { paymentRef: string; cents: number },
): Promise<void> {
  const { payment } = app.adapters.of(row.tenant_id);
  await app.db.transaction((tx) =>
    strayStore.insertStray(tx, {
      payment_ref: paymentRef,
      tenant_id: row.tenant_id,
      customer_id: row.customer_id,
      owner_kind: row.owner_kind,
      owner_id: row.owner_id,
      amount_cents: cents,
      status: 'found',
      refund_ref: null,
      found_at: app.clock.now(),
      settled_at: null,
    }),
  );
  const known = await strayStore.strayOf(app.db.query, paymentRef);
  if (known?.status !== 'found') return;
  const asked = { key: `stray:${paymentRef}`, paymentRef };
  const refund =
    (await payment.findRefund(asked)) ?? (await payment.refund({ ...asked, amountCents: cents }));
  const status = refund.kind === 'failed' ? 'failed' : 'returned';
  app.log.error({ paymentRef, owner: row.owner_id, cents, status }, 'a charge paid for nothing');
  await app.db.transaction(async (tx) => {
    const settled = { status, refund_ref: refund.refundRef ?? null, settled_at: app.clock.now() };
    if (!(await strayStore.settleStray(tx, paymentRef, { ...settled, status }))) return;
    if (status === 'failed') return;
    const brand = app.brands.byTenant(row.tenant_id);
    const other = await otherCardholder(tx, row);
    const person = other ?? (await viewPerson(tx, ownerOfRow(known)));
    const amount = money(dollars(cents), person.language);
    await queueEmail(app, tx, brand, person.email, strayEmail(brand, person, amount));
  });
}

export interface StrayCharge {
  tenant: number;
  customerId: string;
  paymentRef: string;
  ownerId: string;
  amountCents: number;
  since: Date;
}

/** That the provider has not given back. */
export async function listStrays(db: Query): Promise<StrayCharge[]> {
  const rows = await strayStore.unreturned(db);
  return rows.map((row) => ({
    tenant: row.tenant_id,
    customerId: row.customer_id,
    paymentRef: row.payment_ref,
    ownerId: row.owner_id,
    amountCents: row.amount_cents,
    since: row.found_at,
  }));
}
