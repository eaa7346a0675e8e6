import type { CardFacts, Charge, RejectedCharge } from '../adapters/payment/payment.ts';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { pageAddress } from '../letters/letter.ts';
import type { Amounts } from './amounts.ts';
import { addCard } from './cards.ts';
import type { Seller } from './parties.ts';
import type { ChargeRow, ChargeStatus, Method } from './rows.ts';
import * as cardStore from './card-store.ts';
import * as chargeStore from './charge-store.ts';
import * as transactionStore from './transaction-store.ts';

export type { Method } from './rows.ts';

const OPEN = ['requested', 'processing', 'confirm'] as const;

/** A try to be paid for an order: one charge at the provider, however often it is asked for. */
export interface ChargeRequest {
  tenant: number;
  customerId: string;
  orderId: string;
  attempt: number;
  idempotencyKey: string;
  item: string;
  amounts: Amounts;
  /** For the receipt. */
  customer: string[];
  seller: Seller | null;
  method: Method;
  /** Of the page that the provider sends the customer back to. */
  language: string;
}

/** What is known of a charge: the provider's word, or that there was nothing to charge. */
export type ChargeNews = Charge | RejectedCharge | { kind: 'nothing_due' };

const noCard: CardFacts = { network: null, last4Digits: '', expiry: '', cardholderName: '' };

/** How a charge stands, for the slice that asked for it. */
export type Settled =
  | { status: Exclude<ChargeStatus, 'declined' | 'rejected' | 'confirm'> }
  | { status: 'declined' | 'rejected'; reason: string }
  | { status: 'confirm'; redirectUrl: string };

/** Writes the charge down before anything is asked of the provider. */
export async function requestCharge(app: App, tx: Tx, request: ChargeRequest): Promise<void> {
  await chargeStore.insertCharge(tx, {
    id: app.random.id('chg'),
    tenant_id: request.tenant,
    customer_id: request.customerId,
    order_id: request.orderId,
    attempt: request.attempt,
    idempotency_key: request.idempotencyKey,
    amount_cents: request.amounts.finalCheckoutAmount,
    item: request.item,
    amounts: request.amounts,
    customer: request.customer,
    seller: request.seller,
    method: request.method,
    status: 'requested',
    payment_ref: null,
    redirect_url: null,
    reason: null,
    created_at: app.clock.now(),
    settled_at: null,
    language: request.language,
  });
}

/**
 * Asks the provider for the charge of this attempt, or how it stands. The key is made of order and
 * attempt, so that asking again after a crash or a lost answer never charges twice.
 * @throws OutsideFailure the provider did not answer; ask again later
 */
export async function askProvider(
  app: App,
  orderId: string,
  attempt: number,
): Promise<ChargeNews | undefined> {
  const row = await chargeStore.chargeOfAttempt(app.db.query, orderId, attempt);
  if (!row || !isOpen(row.status)) return undefined;
  const { method } = row;
  if (method.kind === 'none') return { kind: 'nothing_due' };
  const { payment } = app.adapters;
  if (row.payment_ref) return payment.viewCharge(row.payment_ref);
  const key = `order:${orderId}:attempt:${attempt}`;
  const known = isForgotten(app, row.created_at) && (await payment.findCharge(key));
  if (known) return known;
  const brand = app.brands.byTenant(row.tenant_id);
  return payment.charge({
    key,
    amountCents: row.amount_cents,
    customerRef: await providersCustomer(app, row.tenant_id, row.customer_id),
    method,
    returnUrl: pageAddress(app, { brand, language: row.language }, '/stripe-response'),
    orderId,
    description: row.item,
  });
}

/** Gives up a charge that nobody confirmed. It may turn out to be paid after all. */
export async function giveUpCharge(
  app: App,
  orderId: string,
  attempt: number,
): Promise<Charge | undefined> {
  const row = await chargeStore.chargeOfAttempt(app.db.query, orderId, attempt);
  if (!row?.payment_ref || !isOpen(row.status)) return undefined;
  return app.adapters.payment.cancelCharge(row.payment_ref);
}

/**
 * Writes down what the provider said, with the transaction of the order history and the saved
 * card. `changed` is true for the one caller that brought the charge to this state.
 */
export async function recordCharge(
  app: App,
  tx: Tx,
  orderId: string,
  attempt: number,
  charge: ChargeNews,
): Promise<{ changed: boolean; settled: Settled }> {
  const row = await chargeStore.chargeOfAttempt(tx, orderId, attempt);
  if (!row) throw new Error(`No charge ${attempt} of order ${orderId}`);
  const now = app.clock.now();
  const status = charge.kind === 'nothing_due' ? 'paid' : charge.kind;
  const final = status !== 'processing' && status !== 'confirm';
  const changed =
    row.status !== status &&
    (await chargeStore.moveCharge(tx, row.id, OPEN, {
      status,
      payment_ref: 'paymentRef' in charge ? charge.paymentRef : null,
      redirect_url: charge.kind === 'confirm' ? charge.redirectUrl : null,
      reason: 'reason' in charge ? charge.reason : null,
      settled_at: final ? now : null,
    }));
  if (changed && (status === 'paid' || status === 'declined')) {
    const card = 'card' in charge ? charge.card : noCard;
    await writeTransaction(app, tx, row, status === 'paid', card);
  }
  if (changed && charge.kind === 'paid' && charge.savedCardRef) {
    await addCard(app, tx, row.tenant_id, row.customer_id, charge.savedCardRef, charge.card);
  }
  return { changed, settled: await viewCharge(tx, orderId, attempt) };
}

/** How the charge of this attempt stands by our own books. */
export async function viewCharge(db: Query, orderId: string, attempt: number): Promise<Settled> {
  const row = await chargeStore.chargeOfAttempt(db, orderId, attempt);
  if (!row) throw new Error(`No charge ${attempt} of order ${orderId}`);
  if (row.status === 'declined' || row.status === 'rejected') {
    return { status: row.status, reason: row.reason ?? row.status };
  }
  if (row.status === 'confirm') return { status: 'confirm', redirectUrl: row.redirect_url ?? '' };
  return { status: row.status };
}

/** Each attempt to be paid for an order, for the operator. */
export async function listCharges(db: Query, orderId: string) {
  const rows = await chargeStore.chargesOf(db, orderId);
  return rows.map((row) => ({
    attempt: row.attempt,
    status: row.status,
    amountCents: row.amount_cents,
    paymentRef: row.payment_ref,
    reason: row.reason,
    at: row.settled_at ?? row.created_at,
  }));
}

/** Whose payment this is: order and attempt of the provider's reference. */
export async function findCharge(db: Query, paymentRef: string) {
  const row = await chargeStore.chargeByRef(db, paymentRef);
  return (
    row && {
      orderId: row.order_id,
      attempt: row.attempt,
      tenant: row.tenant_id,
      customerId: row.customer_id,
    }
  );
}

/** Was an attempt of this order made with this key already? */
export async function attemptOfKey(
  db: Query,
  orderId: string,
  idempotencyKey: string,
): Promise<number | undefined> {
  const row = await chargeStore.chargeByKey(db, orderId, idempotencyKey);
  return row?.attempt;
}

/** Some minutes early: the key must still be known when the call arrives. */
const EARLY = minutes(30);

/** May the provider have forgotten a key of this age? Then it is looked up before it is sent again. */
export function isForgotten(app: App, since: Date): boolean {
  return later(since, app.adapters.payment.keysKeptFor - EARLY) <= app.clock.now();
}

function isOpen(status: ChargeStatus): boolean {
  return OPEN.some((open) => open === status);
}

async function writeTransaction(
  app: App,
  tx: Tx,
  row: ChargeRow,
  successful: boolean,
  card: CardFacts,
): Promise<void> {
  await transactionStore.insertTransaction(tx, {
    id: app.random.id('trx'),
    tenant_id: row.tenant_id,
    customer_id: row.customer_id,
    charge_id: row.id,
    order_id: row.order_id,
    item: row.item,
    transaction_time: app.clock.now(),
    successful,
    amounts: row.amounts,
    final_cents: row.amount_cents,
    customer: row.customer,
    seller: row.seller,
    network: card.network,
    last4_digits: card.last4Digits,
  });
}

/** The provider's record of our customer, made at the first charge. */
export async function providersCustomer(
  app: App,
  tenant: number,
  customerId: string,
): Promise<string> {
  const known = await cardStore.customerRef(app.db.query, tenant, customerId);
  if (known) return known;
  const person = await account.viewPerson(app.db.query, tenant, customerId);
  const { ref } = await app.adapters.payment.createCustomer({
    key: `customer:${customerId}`,
    email: person.email,
    name: `${person.firstName} ${person.lastName}`,
  });
  await rememberProvidersCustomer(app.db.query, tenant, customerId, ref);
  return ref;
}

/** Ties our customer to the provider's record of one. The first tie holds. */
export async function rememberProvidersCustomer(
  db: Query,
  tenant: number,
  customerId: string,
  ref: string,
): Promise<void> {
  await cardStore.saveCustomerRef(db, { customer_id: customerId, tenant_id: tenant, ref });
}
