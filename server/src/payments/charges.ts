import type { TransactionKind } from '@portside/contract/payments';
import type {
  CardFacts,
  Charge,
  DeclineAdvice,
  RejectedCharge,
} from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { pageAddress } from '../emails/email.ts';
import type { Amounts } from './amounts.ts';
import { addCard } from './cards.ts';
import type { Attempt, ChargeOwner } from './owner.ts';
import type { Seller } from './parties.ts';
import { inOneBill, inOneItem, sumOf } from './payment-parts.ts';
import type { ChargeRow, ChargeStatus, Method } from './rows.ts';
import { providersCustomer } from './provider-customer.ts';
import * as chargeStore from './charge-store.ts';
import * as together from './together-store.ts';
import * as transactionStore from './transaction-store.ts';

export type { Method } from './rows.ts';

const OPEN = ['requested', 'processing', 'confirm'] as const;

/** One charge at the provider, however often it is requested. */
export interface ChargeRequest extends Attempt {
  /** Whose bill it is on. */
  owner: Owner;
  /** Whose record at the provider it is made with. */
  payer: Owner;
  idempotencyKey: string;
  transactionKind: TransactionKind;
  item: string;
  amounts: Amounts;
  customer: string[];
  seller: Seller | null;
  method: Method;
  /**
   * Whether the customer can confirm it with the bank; if not, only a saved card can be charged.
   */
  present: boolean;
  language: string;
  /** It is a part of this one's payment, which was requested before (P03). */
  paidWith?: Attempt;
}

export type ChargeNews = Charge | RejectedCharge | { kind: 'nothing_due' };

const noCard: CardFacts = { network: null, last4Digits: '', expiry: '', cardholderName: '' };

export type Settled =
  | { status: Exclude<ChargeStatus, 'declined' | 'rejected' | 'confirm'> }
  | { status: 'declined' | 'rejected'; reason: string; advice?: DeclineAdvice }
  | { status: 'confirm'; redirectUrl: string };

export async function requestCharge(app: App, tx: Tx, request: ChargeRequest): Promise<void> {
  const first = request.paidWith && (await requireCharge(tx, request.paidWith));
  if (first && (first.paid_with !== null || first.status !== 'requested')) {
    throw new Error(`The ${first.status} charge ${first.id} pays for nothing more`);
  }
  await chargeStore.insertCharge(tx, {
    id: app.random.id('chg'),
    tenant_id: request.owner.tenant,
    customer_id: request.owner.customerId,
    payer_id:
      request.payer.customerId === request.owner.customerId ? null : request.payer.customerId,
    owner_kind: request.kind,
    owner_id: request.id,
    attempt: request.attempt,
    paid_with: first?.id ?? null,
    kind: request.transactionKind,
    idempotency_key: request.idempotencyKey,
    amount_cents: request.amounts.finalCheckoutAmount,
    returned_cents: 0,
    returned_at: null,
    item: request.item,
    amounts: request.amounts,
    customer: request.customer,
    seller: request.seller,
    method: request.method,
    status: 'requested',
    payment_ref: null,
    redirect_url: null,
    reason: null,
    advice: null,
    created_at: app.clock.now(),
    settled_at: null,
    language: request.language,
    present: request.present,
  });
}

/**
 * Requests the charge of this attempt, or reads it: the sum of all that is paid with it. One that is
 * paid with another is that one's business. The key is made of owner and attempt, so repeating never
 * charges twice. @throws OutsideFailure
 */
export async function askProvider(app: App, one: Attempt): Promise<ChargeNews | undefined> {
  const all = await together.chargesTogether(app.db.query, one);
  const [row] = all;
  if (!row || row.paid_with !== null || !isOpen(row.status)) return undefined;
  const { method } = row;
  const amountCents = sumOf(all);
  if (method.kind === 'none') {
    if (amountCents > 0) throw new Error(`Nothing pays for the charge ${row.id}`);
    return { kind: 'nothing_due' };
  }
  const { payment } = app.adapters.of(row.tenant_id);
  if (row.payment_ref) return payment.viewCharge(row.payment_ref);
  const key = `${one.kind}:${one.id}:attempt:${one.attempt}`;
  const customerRef = await providersCustomer(app, payerOf(row));
  const isRepeated = () => isOld(app, row.created_at);
  const mark = { key, customerRef };
  const known = isRepeated() && (await payment.findCharge(mark));
  if (known) return known;
  const brand = app.brands.byTenant(row.tenant_id);
  const charged = await payment.charge({
    key,
    amountCents,
    customerRef,
    method,
    returnUrl: pageAddress({ brand, language: row.language }, '/stripe-response'),
    present: row.present,
    owner: { kind: one.kind, id: one.id },
    description: inOneItem(all),
  });
  // Time that passed during the call may have made the provider forget the key.
  const isLost = charged.kind !== 'paid' && isForgotten(app, row.tenant_id, row.created_at);
  return (isLost && (await payment.findCharge(mark))) || charged;
}

export async function giveUpCharge(app: App, one: Attempt): Promise<Charge | undefined> {
  const row = await chargeStore.chargeOf(app.db.query, one);
  // One that is paid with another has no reference.
  if (!row?.payment_ref || !isOpen(row.status)) return undefined;
  return app.adapters.of(row.tenant_id).payment.cancelCharge(row.payment_ref);
}

/**
 * Saves the provider's answer, for all that is paid with it, with one transaction and the saved
 * card. `changed` is true for the one caller that made the change.
 */
export async function recordCharge(
  app: App,
  tx: Tx,
  one: Attempt,
  charge: ChargeNews,
): Promise<{ changed: boolean; settled: Settled }> {
  const all = await together.lockTogether(tx, one);
  const [row] = all;
  if (!row) throw new Error(`No charge ${one.attempt} of ${one.kind} ${one.id}`);
  if (row.paid_with !== null) return { changed: false, settled: settledAs(row) };
  const now = app.clock.now();
  const status = charge.kind === 'nothing_due' ? 'paid' : charge.kind;
  const final = status !== 'processing' && status !== 'confirm';
  const moved = {
    status,
    payment_ref: ('paymentRef' in charge && charge.paymentRef) || null,
    redirect_url: charge.kind === 'confirm' ? charge.redirectUrl : null,
    reason: 'reason' in charge ? charge.reason : null,
    advice: ('advice' in charge && charge.advice) || null,
    settled_at: final ? now : null,
  };
  const count = row.status === status ? 0 : await together.movePayment(tx, all, OPEN, moved);
  const changed = count > 0;
  if (changed && count < all.length) throw new Error(`Parts of the charge ${row.id} went apart`);
  if (changed && (status === 'paid' || status === 'declined')) {
    const card = 'card' in charge ? charge.card : noCard;
    await writeTransaction(app, tx, all, status === 'paid', card);
  }
  if (changed && charge.kind === 'paid' && charge.savedCardRef) {
    await addCard(app, tx, payerOf(row), charge.savedCardRef, charge.card);
  }
  // Who came too late looks what became of it.
  return { changed, settled: changed ? settledAs(moved) : await viewCharge(tx, one) };
}

/** A joined account's charges keep its record at the provider, as those of who manages a line (P04). */
const payerOf = (row: ChargeRow) =>
  ownerOfRow({ ...row, customer_id: row.payer_id ?? row.customer_id });

export async function viewCharge(db: Query, one: Attempt): Promise<Settled> {
  return settledAs(await requireCharge(db, one));
}

function settledAs(row: Pick<ChargeRow, 'status' | 'reason' | 'advice' | 'redirect_url'>): Settled {
  if (row.status === 'declined' || row.status === 'rejected') {
    const { status, advice } = row;
    return { status, reason: row.reason ?? status, ...(advice && { advice }) };
  }
  if (row.status === 'confirm') return { status: 'confirm', redirectUrl: row.redirect_url ?? '' };
  return { status: row.status };
}

export async function requireCharge(db: Query, one: Attempt): Promise<ChargeRow> {
  const row = await chargeStore.chargeOf(db, one);
  if (!row) throw new Error(`No charge ${one.attempt} of ${one.kind} ${one.id}`);
  return row;
}

export async function listCharges(db: Query, owner: ChargeOwner) {
  const rows = await chargeStore.chargesOf(db, owner);
  const refs = await together.refsOf(
    db,
    rows.flatMap((row) => row.paid_with ?? []),
  );
  return rows.map((row) => ({
    attempt: row.attempt,
    status: row.status,
    amountCents: row.amount_cents,
    paymentRef: row.payment_ref ?? refs.get(row.paid_with ?? '') ?? null,
    reason: row.reason,
    advice: row.advice,
    at: row.settled_at ?? row.created_at,
  }));
}

export async function findCharge(
  db: Query,
  customer: Owner,
  paymentRef: string,
): Promise<Attempt | undefined> {
  const row = await chargeStore.chargeOfRef(db, customer, paymentRef);
  return row && attemptOf(row);
}

/** At any customer of these brands: for the provider's news. */
export async function findChargeOf(
  db: Query,
  tenants: readonly number[],
  paymentRef: string,
): Promise<Attempt | undefined> {
  const row = await chargeStore.chargeOfTenants(db, tenants, paymentRef);
  return row && attemptOf(row);
}

export const attemptOf = (row: ChargeRow): Attempt => ({
  kind: row.owner_kind,
  id: row.owner_id,
  attempt: row.attempt,
});

export async function attemptOfKey(
  db: Query,
  owner: ChargeOwner,
  idempotencyKey: string,
): Promise<number | undefined> {
  const row = await chargeStore.chargeByKey(db, owner, idempotencyKey);
  return row?.attempt;
}

/** All orders that were paid with the same payment as this one, this one too, in their order (P03). */
export const ownersPaidWith = together.ownersPaidWith;

/** Which of them were tried under this key. */
export const ownersOfKey = chargeStore.ownersOfKey;

/** A first try is younger. A later one is looked up before it is sent: its key may be forgotten. */
const FIRST_TRY = minutes(10);

export const isOld = (app: App, since: Date): boolean => later(since, FIRST_TRY) <= app.clock.now();

/** The key must still be known when the call arrives. */
const EARLY = minutes(30);

/** After such a call it is looked up. */
function isForgotten(app: App, tenant: number, since: Date): boolean {
  return later(since, app.adapters.of(tenant).payment.keysKeptFor - EARLY) <= app.clock.now();
}

function isOpen(status: ChargeStatus): boolean {
  return OPEN.some((open) => open === status);
}

async function writeTransaction(
  app: App,
  tx: Tx,
  all: readonly ChargeRow[],
  successful: boolean,
  card: CardFacts,
): Promise<void> {
  const [row] = all;
  if (!row) return;
  await transactionStore.insertTransaction(tx, {
    id: app.random.id('trx'),
    tenant_id: row.tenant_id,
    customer_id: row.customer_id,
    charge_id: row.id,
    owner_kind: row.owner_kind,
    owner_id: row.owner_id,
    kind: row.kind,
    item: inOneItem(all),
    transaction_time: app.clock.now(),
    successful,
    amounts: inOneBill(all),
    final_cents: sumOf(all),
    customer: row.customer,
    seller: row.seller,
    network: card.network,
    last4_digits: card.last4Digits,
  });
}
