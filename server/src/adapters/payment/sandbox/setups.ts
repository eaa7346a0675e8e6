import type { World } from '../../../app.ts';
import { hours, later, minutes } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { CardFacts, PaymentPort } from '../payment.ts';
import { cardOfNumber, readCard, type CardField, type TypedCard } from './cards.ts';
import { emit } from './notices.ts';
import * as store from './store.ts';

const TOKEN_HOLDS = minutes(15);
const SETUP_HOLDS = hours(24);

/** Usable once; the number is not stored. */
export async function makeToken(world: World, typed: TypedCard) {
  const now = world.clock.now();
  const read = readCard(typed, now);
  if (!('card' in read)) return read;
  const paymentToken = world.random.id('tok');
  await store
    .payTables(world.db.query)
    .insertInto('sandbox_pay_tokens')
    .values({
      token: paymentToken,
      ...store.columnsOf(read.card),
      used_by: null,
      expires_at: later(now, TOKEN_HOLDS),
    })
    .execute();
  const { network, last4Digits } = read.card;
  return { paymentToken, network, last4Digits };
}

export async function openSetup(
  world: World,
  request: Parameters<PaymentPort['openCardSetup']>[0],
): Promise<{ url: string; sessionId: string }> {
  const now = world.clock.now();
  const tables = store.payTables(world.db.query);
  await tables
    .insertInto('sandbox_pay_setups')
    .values({
      id: world.random.id('cs'),
      key: request.key,
      customer_ref: request.customerRef,
      success_url: request.successUrl,
      failure_url: request.failureUrl,
      status: 'open',
      card_ref: null,
      expires_at: later(now, SETUP_HOLDS),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { id, customer_ref } = await tables
    .selectFrom('sandbox_pay_setups')
    .select(['id', 'customer_ref'])
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow();
  if (customer_ref !== request.customerRef) {
    throw new Error(`The idempotency key ${request.key} was used for another customer`);
  }
  return { url: `${world.config.origin}/sandbox/pay/setup/${id}`, sessionId: id };
}

/** Open for a day means failed. */
export async function findSetup(world: World, id: string): Promise<store.SetupRow | undefined> {
  const row = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_setups')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const over = row?.status === 'open' && row.expires_at <= world.clock.now();
  return row && over ? { ...row, status: 'failed' } : row;
}

export async function viewSetup(
  world: World,
  id: string,
): ReturnType<PaymentPort['viewCardSetup']> {
  const setup = await findSetup(world, id);
  if (!setup) throw new Error(`The provider knows no setup ${id}`);
  const { status, customer_ref: customerRef, card_ref: cardRef } = setup;
  if (status !== 'complete' || cardRef === null) {
    return { status: status === 'open' ? 'open' : 'failed', customerRef };
  }
  const card = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_cards')
    .selectAll()
    .where('ref', '=', cardRef)
    .executeTakeFirstOrThrow();
  return { status, customerRef, cardRef, card: store.factsOf(card) };
}

export async function completeSetup(
  world: World,
  id: string,
  typed: TypedCard,
): Promise<{ field: CardField; message: string } | undefined> {
  const now = world.clock.now();
  const read = readCard(typed, now);
  if (!('card' in read)) return read;
  const { behaviour } = read.card;
  if (behaviour === 'declined' || behaviour === 'insufficient_funds') {
    return { field: 'number', message: 'Your card was declined. Please try another one.' };
  }
  await world.db.transaction(async (tx) => {
    const setup = await lockSetup(tx, id);
    if (setup?.status !== 'open' || setup.expires_at <= now) return;
    const fresh = { ref: world.random.id('pm'), now };
    const cardRef = await store.saveCardRow(tx, setup.customer_ref, read.card, fresh);
    await store
      .payTables(tx)
      .updateTable('sandbox_pay_setups')
      .set({ status: 'complete', card_ref: cardRef })
      .where('id', '=', id)
      .execute();
    await emit(world, tx, 'checkout.session.completed', {
      id,
      object: 'checkout.session',
      mode: 'setup',
      status: 'complete',
      customer: setup.customer_ref,
    });
  });
  return undefined;
}

export async function failSetup(world: World, id: string): Promise<void> {
  await store
    .payTables(world.db.query)
    .updateTable('sandbox_pay_setups')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** For the demo people, without a form. Harmless when repeated. */
export async function saveSandboxCard(
  world: World,
  customerRef: string,
  card: { number: string; expiry: string; name: string },
): Promise<{ ref: string; card: CardFacts }> {
  const made = cardOfNumber(card.number, card.expiry, card.name);
  const fresh = { ref: world.random.id('pm'), now: world.clock.now() };
  const ref = await store.saveCardRow(world.db.query, customerRef, made, fresh);
  const { behaviour: _, ...facts } = made;
  return { ref, card: facts };
}

function lockSetup(tx: Tx, id: string) {
  return store
    .payTables(tx)
    .selectFrom('sandbox_pay_setups')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
