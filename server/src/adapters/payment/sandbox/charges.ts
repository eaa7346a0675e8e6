import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { World } from '../../../app.ts';
import { hours, later, seconds } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { queueNotices } from '../../sandbox/outbox.ts';
import type { Charge, ChargeRequest, DeclineReason } from '../payment.ts';
import { isPast, type CardBehaviour, type SandboxCard } from './cards.ts';
import { emit, eventOf } from './notices.ts';
import * as store from './store.ts';

type Row = store.ChargeRow;

/** As at Stripe: a key is known for a day. */
export const KEYS_KEPT = hours(24);
const SETTLES_AFTER = seconds(3);

/** An unknown token or a removed card. */
const noCard: SandboxCard = {
  network: null,
  last4Digits: '',
  expiry: '',
  cardholderName: '',
  behaviour: 'declined',
};

/** `outcome_unknown`: the charge goes on, its answer is lost. */
type FirstAnswer = readonly [Row['status'], DeclineReason | null];
const firstAnswers: Record<CardBehaviour, FirstAnswer> = {
  succeeds: ['paid', null],
  declined: ['declined', 'declined'],
  declined_when_charged: ['declined', 'declined'],
  insufficient_funds: ['declined', 'insufficient_funds'],
  asks_to_confirm: ['confirm', null],
  outcome_unknown: ['processing', null],
  refunds_late: ['paid', null],
  stolen: ['declined', 'stolen_card'],
  // The first one; see `answerTo`.
  declined_later: ['paid', null],
};

async function answerTo(tx: Tx, request: ChargeRequest, card: SandboxCard): Promise<FirstAnswer> {
  const [status, reason] = firstAnswers[card.behaviour];
  const { customerRef, present } = request;
  if (card.behaviour === 'declined_later' && (await store.hasPaid(tx, customerRef, card))) {
    return ['declined', 'declined'];
  }
  if (status === 'confirm' && !present) return ['declined', 'authentication_required'];
  return [status, reason];
}

/** Once for each key. */
export async function chargeOnce(world: World, request: ChargeRequest): Promise<Charge> {
  const { row, fresh } = await world.db.transaction((tx) => writeDown(world, tx, request));
  if (row.fingerprint !== fingerprintOf(request)) {
    throw new Error(`The idempotency key ${request.key} was used for another charge`);
  }
  if (fresh && row.status === 'processing') throw new OutsideFailure('payment', 'unknown');
  return describe(world, fresh ? row : await settleIfDue(world, row));
}

async function writeDown(world: World, tx: Tx, request: ChargeRequest) {
  const now = world.clock.now();
  const known = await store.chargeByKey(tx, request.key);
  const isKnown = known && later(known.created_at, KEYS_KEPT) > now;
  if (isKnown) return { row: known, fresh: false };
  if (known) await forgetKey(tx, known);
  const card = await cardToCharge(world, tx, request);
  const unusable = request.method.kind === 'token' ? 'form_expired' : 'not_supported';
  const expired = card.expiry !== '' && isPast(card.expiry, now);
  const [status, reason] =
    card === noCard
      ? (['declined', unusable] as const)
      : expired
        ? (['declined', 'expired_card'] as const)
        : await answerTo(tx, request, card);
  const row: Row = {
    ref: world.random.id('pi'),
    key: request.key,
    made_for: request.key,
    fingerprint: fingerprintOf(request),
    customer_ref: request.customerRef,
    amount_cents: request.amountCents,
    owner_kind: request.owner.kind,
    owner_id: request.owner.id,
    description: request.description,
    return_url: request.returnUrl,
    status,
    reason,
    ...store.columnsOf(card),
    save_card: request.method.kind === 'token' && request.method.save,
    saved_card_ref: null,
    settle_at: status === 'processing' ? later(now, SETTLES_AFTER) : null,
    created_at: now,
  };
  const [inserted] = await store
    .payTables(tx)
    .insertInto('sandbox_pay_charges')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('ref')
    .execute();
  if (!inserted) {
    // The same key came concurrently.
    const first = await store.chargeByKey(tx, request.key);
    if (!first) throw new Error(`The charge of ${request.key} is gone`);
    return { row: first, fresh: false };
  }
  if (row.status === 'paid') row.saved_card_ref = await saveCard(world, tx, row);
  await queueNotices(world, tx, [
    eventOf(world, 'payment_intent.created', intentOf(row)),
    eventOf(world, eventTypes[row.status], intentOf(row)),
  ]);
  return { row, fresh: true };
}

/** After a day the same key is another charge. */
async function forgetKey(tx: Tx, { ref, key }: Row): Promise<void> {
  await store
    .payTables(tx)
    .updateTable('sandbox_pay_charges')
    .set({ key: `${key} (forgotten, ${ref})` })
    .where('ref', '=', ref)
    .execute();
}

async function cardToCharge(world: World, tx: Tx, request: ChargeRequest): Promise<SandboxCard> {
  const { method, customerRef, key } = request;
  if (method.kind === 'saved') {
    const saved = await store.savedCard(tx, method.cardRef);
    return saved?.customer_ref === customerRef ? store.cardOf(saved) : noCard;
  }
  const [token] = await store
    .payTables(tx)
    .updateTable('sandbox_pay_tokens')
    .set({ used_by: key })
    .where('token', '=', method.paymentToken)
    .where((where) => where.or([where('used_by', 'is', null), where('used_by', '=', key)]))
    .where('expires_at', '>', world.clock.now())
    .returningAll()
    .execute();
  return token ? store.cardOf(token) : noCard;
}

export function settleCharge(
  world: World,
  ref: string,
  from: Row['status'],
  to: 'paid' | 'declined' | 'cancelled',
): Promise<Row> {
  return world.db.transaction(async (tx) => {
    const row = await store.lockCharge(tx, ref);
    if (!row) throw new Error(`The provider knows no payment ${ref}`);
    if (row.status !== from) return row;
    const settled: Row = {
      ...row,
      status: to,
      reason: to === 'declined' ? 'confirmation_failed' : null,
      settle_at: null,
    };
    if (to === 'paid') settled.saved_card_ref = await saveCard(world, tx, settled);
    const { status, reason, saved_card_ref } = settled;
    await store
      .payTables(tx)
      .updateTable('sandbox_pay_charges')
      .set({ status, reason, saved_card_ref, settle_at: null })
      .where('ref', '=', ref)
      .execute();
    await emit(world, tx, eventTypes[to], intentOf(settled));
    return settled;
  });
}

/** An unknown outcome turns out to be paid. */
export async function settleIfDue(world: World, row: Row): Promise<Row> {
  const due = row.status === 'processing' && row.settle_at && row.settle_at <= world.clock.now();
  return due ? settleCharge(world, row.ref, 'processing', 'paid') : row;
}

export const nextCharge = sql<Date | null>`(
  select min(settle_at) from sandbox_pay_charges where status = 'processing'
)`;

export async function settleDueCharges(world: World): Promise<void> {
  const due = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_charges')
    .selectAll()
    .where('status', '=', 'processing')
    .where('settle_at', '<=', world.clock.now())
    .execute();
  for (const row of due) await settleIfDue(world, row);
}

export function describe(world: World, row: Row): Charge {
  const paymentRef = row.ref;
  const card = store.factsOf(row);
  switch (row.status) {
    case 'paid':
      return {
        kind: 'paid',
        paymentRef,
        card,
        ...(row.saved_card_ref !== null && { savedCardRef: row.saved_card_ref }),
      };
    case 'declined':
      return { kind: 'declined', paymentRef, card, reason: row.reason ?? 'declined' };
    case 'confirm': {
      const redirectUrl = `${world.config.origin}/sandbox/pay/confirm/${paymentRef}`;
      return { kind: 'confirm', paymentRef, card, redirectUrl };
    }
    default:
      return { kind: row.status, paymentRef };
  }
}

async function saveCard(world: World, tx: Tx, row: Row): Promise<string | null> {
  if (!row.save_card) return null;
  const fresh = { ref: world.random.id('pm'), now: world.clock.now() };
  const ref = await store.saveCardRow(tx, row.customer_ref, store.cardOf(row), fresh);
  await store
    .payTables(tx)
    .updateTable('sandbox_pay_charges')
    .set({ saved_card_ref: ref })
    .where('ref', '=', row.ref)
    .execute();
  return ref;
}

const eventTypes: Record<Row['status'], string> = {
  processing: 'payment_intent.processing',
  confirm: 'payment_intent.requires_action',
  paid: 'payment_intent.succeeded',
  declined: 'payment_intent.payment_failed',
  cancelled: 'payment_intent.canceled',
};

const intentStatuses: Record<Row['status'], string> = {
  processing: 'processing',
  confirm: 'requires_action',
  paid: 'succeeded',
  declined: 'requires_payment_method',
  cancelled: 'canceled',
};

function intentOf(row: Row) {
  return {
    id: row.ref,
    object: 'payment_intent',
    status: intentStatuses[row.status],
    amount: row.amount_cents,
    currency: 'usd',
    metadata: { ownerKind: row.owner_kind, ownerId: row.owner_id },
  };
}

/** Return address and descriptions may differ in a repeated request. */
function fingerprintOf(request: ChargeRequest): string {
  const { amountCents, customerRef, method, owner, present } = request;
  const how =
    method.kind === 'saved' ? [method.cardRef] : [method.paymentToken, String(method.save)];
  const what = [amountCents, customerRef, owner.id, method.kind, ...how];
  if (!present) what.push('absent');
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
}
