import type { Refund } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { attemptOf } from './charges.ts';
import type { Attempt } from './owner.ts';
import { freshRefund, isReturned, leftOf, returnedCents } from './refunds.ts';
import type { ChargeRow, RefundRow } from './rows.ts';
import * as chargeStore from './charge-store.ts';
import { partAs, providersRef, splitRef } from './split-refunds.ts';
import { chargesOfPayment, lockPayment } from './together-store.ts';

export interface RefundNews {
  refundRef: string;
  /** Whose account it is in. News queued by an earlier version has none. */
  tenant?: number;
}

export interface FoundRefund {
  readonly charge: Attempt;
  /** What of it is this charge's. */
  readonly refund: Refund;
}

/** None when the payment is not ours; several when it went back for several lines. @throws OutsideFailure */
export async function findRefunds(
  app: App,
  { refundRef, tenant = app.brands.first.client.mvnoId }: RefundNews,
): Promise<FoundRefund[]> {
  const refund = await app.adapters.of(tenant).payment.viewRefund(refundRef);
  const tenants = app.adapters.sharing('payment', tenant);
  const charge = await chargeStore.chargeOfTenants(app.db.query, tenants, refund.paymentRef);
  if (!charge) return [];
  const all = await chargesOfPayment(app.db.query, charge.id);
  if (all.length === 1) return [{ refund, charge: attemptOf(charge) }];
  return app.db.transaction((tx) => putDown(app, tx, charge, refund));
}

/**
 * Of which of several charges it is: ours says so; what the provider's people gave back is put down
 * once, to one of them if it can be (docs/decisions/0986). Whoever records it sets how it stands.
 */
async function putDown(app: App, tx: Tx, first: ChargeRow, refund: Refund): Promise<FoundRefund[]> {
  const charges = await lockPayment(tx, first.id);
  const ids = charges.map(({ id }) => id);
  const rows = await chargeStore.refundsOfCharges(tx, ids);
  const known = rows.filter(
    (row) =>
      (row.refund_ref !== null && providersRef(row.refund_ref) === refund.refundRef) ||
      row.key === refund.key,
  );
  if (known.length > 0) {
    return charges.flatMap((charge) =>
      known
        .filter((row) => row.charge_id === charge.id)
        .map((row) => ({ charge: attemptOf(charge), refund: partAs(row, refund) })),
    );
  }
  if (refund.refundRef === undefined) return [];
  const early = charges.find(({ status }) => !isReturned(status));
  if (early) throw new Error(`A refund of the ${early.status} charge ${early.id}`);
  const of = (charge: ChargeRow) => rows.filter((row) => row.charge_id === charge.id);
  const rests = charges.map((charge) => restOf(charge, of(charge)));
  const found: FoundRefund[] = [];
  for (const [at, cents] of sharesOf(refund.amountCents, rests).entries()) {
    const charge = charges[at];
    if (!charge || cents === 0) continue;
    const place = found.length + 1;
    const ref = place === 1 ? refund.refundRef : splitRef(refund.refundRef, place);
    const row: RefundRow = {
      ...freshRefund(app, charge, of(charge).length + 1, cents),
      refund_ref: ref,
      key: `provider:${ref}`,
      origin: 'provider',
    };
    await chargeStore.insertRefund(tx, row);
    found.push({ charge: attemptOf(charge), refund: partAs(row, refund) });
  }
  return found;
}

const restOf = (charge: ChargeRow, refunds: readonly RefundRow[]): Rest => ({
  free: leftOf(charge, refunds),
  open: charge.amount_cents - returnedCents(refunds),
});

/** What nobody has given back of a charge; `free` without what is on its way. */
interface Rest {
  readonly free: number;
  readonly open: number;
}

/**
 * To the one with exactly so much left, else to the first with as much left, else to several. Where
 * it is more, the provider has nothing for what is on its way: it is of that one, or of all.
 */
function sharesOf(cents: number, rests: readonly Rest[]): number[] {
  const has = (test: (rest: Rest) => boolean) => rests.findIndex(test);
  const free = rests.reduce((sum, rest) => sum + Math.max(0, rest.free), 0);
  const one = [
    has((rest) => rest.free === cents),
    has((rest) => rest.free >= cents),
    ...(cents > free ? [has((rest) => rest.open === cents)] : []),
  ].find((at) => at >= 0);
  if (one !== undefined) return rests.map((_, at) => (at === one ? cents : 0));
  const shares = rests.map(() => 0);
  let rest = cents;
  for (const key of ['free', 'open'] as const) {
    for (const [at, its] of rests.entries()) {
      const known = shares[at] ?? 0;
      const share = Math.min(rest, Math.max(0, its[key] - known));
      shares[at] = known + share;
      rest -= share;
    }
  }
  // More than was paid: the provider's people gave it back beside what came back in another way.
  const last = Math.max(
    0,
    shares.findLastIndex((share) => share > 0),
  );
  return shares.map((share, at) => (at === last ? share + rest : share));
}
