import type * as calls from '@portside/contract/payments';
import type { Card } from '@portside/contract/payments';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { CardFacts } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import { type Customer, type Owner, ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { say } from '../words/say.ts';
import { cardName } from './card-name.ts';
import { cardEmail, type CardChange } from './emails.ts';
import type { CardRow } from './rows.ts';
import * as cardStore from './card-store.ts';
import * as chargeStore from './charge-store.ts';
import { type Person, viewPerson } from '../account/person.ts';
import { type Actor, noteActivity } from '../sessions/activity.ts';

export const cardChanged = defineJob<{ ref: string; tenant: number }>('card-changed');

export const detachCard = defineJob<{ ref: string; tenant?: number }>('detach-card');

export async function listCards(app: App, who: Customer): Promise<{ cards: Card[] }> {
  const db = app.db.query;
  const [rows, declined] = await Promise.all([
    cardStore.cardsOf(db, who),
    chargeStore.declinedCards(db, who),
  ]);
  const cards = rows.map((row) => ({
    ...cardOf(row),
    ...(declined.has(row.ref) && { declined: true as const }),
  }));
  return { cards };
}

export async function cardsOf(db: Query, owner: Owner): Promise<Card[]> {
  const rows = await cardStore.cardsOf(db, owner);
  return rows.map(cardOf);
}

/** As the provider knows them. */
export async function savedCardsOf(
  db: Query,
  owner: Owner,
): Promise<{ readonly card: Card; readonly ref: string }[]> {
  const rows = await cardStore.cardsOf(db, owner);
  return rows.map((row) => ({ card: cardOf(row), ref: row.ref }));
}

export async function findCard(db: Query, owner: Owner, cardId: string): Promise<Card | undefined> {
  const cards = await cardsOf(db, owner);
  return cards.find((card) => card.id === cardId);
}

export async function cardRef(
  db: Query,
  owner: Owner,
  cardId: string,
): Promise<string | undefined> {
  const rows = await cardStore.cardsOf(db, owner);
  return rows.find((row) => row.id === cardId)?.ref;
}

/**
 * The first card becomes primary; a saved one stays as it is. {@link addCard} also tells the
 * customer.
 */
export async function saveCardRow(
  app: App,
  tx: Tx,
  owner: Owner,
  ref: string,
  card: CardFacts,
): Promise<{ row: CardRow; fresh: boolean }> {
  await cardStore.lockCards(tx, owner);
  const cards = await cardStore.cardsOf(tx, owner);
  const known = cards.find((one) => one.ref === ref);
  if (known) return { row: known, fresh: false };
  const row: CardRow = {
    id: app.random.id('crd'),
    tenant_id: owner.tenant,
    customer_id: owner.customerId,
    ref,
    primary_card: cards.length === 0,
    cardholder_name: card.cardholderName,
    last4_digits: card.last4Digits,
    expiry: card.expiry,
    network: card.network,
    created_at: app.clock.now(),
  };
  await cardStore.insertCard(tx, row);
  return { row, fresh: true };
}

/**
 * For news that may come without a browser. Given up for a closed account. @returns the card's id
 */
export async function addCard(
  app: App,
  tx: Tx,
  owner: Owner,
  ref: string,
  card: CardFacts,
): Promise<string | null> {
  const person = await viewPerson(tx, owner);
  if (person.joinedTo ?? person.erasedAt) {
    await app.jobs.enqueue(tx, detachCard, { ref, tenant: owner.tenant });
    return null;
  }
  const { row, fresh } = await saveCardRow(app, tx, owner, ref, card);
  if (fresh) {
    const actor = { ...owner, network: '', userAgent: '' };
    await notifyOwner(app, tx, actor, 'added', row, person);
  }
  return row.id;
}

/** I14. @throws No `not_found`, also for another customer's card */
export function setPrimaryCard(
  app: App,
  who: Customer,
  { cardId }: ParsedInputOf<typeof calls.setPrimaryCard>,
): Promise<OutputOf<typeof calls.setPrimaryCard>> {
  return changeCards(app, who, async (tx, cards) => {
    const card = pick(cards, cardId);
    if (!card.primary_card) {
      await cardStore.makePrimary(tx, card);
      await notifyOwner(app, tx, who, 'primary', card);
    }
    return { message: say(who.language, 'This is your primary card now.') };
  });
}

/**
 * Deletes it here at once, at the provider soon after. After the primary card the chosen other,
 * else the newest, becomes primary. @throws No `not_found`
 */
export function deleteCard(
  app: App,
  who: Customer,
  { cardId, primaryCardId }: ParsedInputOf<typeof calls.deleteCard>,
): Promise<OutputOf<typeof calls.deleteCard>> {
  return changeCards(app, who, async (tx, cards) => {
    const card = pick(cards, cardId);
    const others = cards.filter((one) => one !== card);
    const chosen = primaryCardId === undefined ? undefined : pick(others, primaryCardId);
    const next = chosen ?? (card.primary_card ? newest(others) : undefined);
    await takeAway(app, tx, who, card, next);
    await app.jobs.enqueue(tx, detachCard, { ref: card.ref, tenant: who.tenant });
    return { message: say(who.language, 'Your card was deleted.') };
  });
}

/** At the provider, of an account whose rows are erased. */
export async function detachCards(app: App, tx: Tx, owner: Owner): Promise<void> {
  await cardStore.lockCards(tx, owner);
  for (const { ref } of await cardStore.cardsOf(tx, owner)) {
    await app.jobs.enqueue(tx, detachCard, { ref, tenant: owner.tenant });
  }
}

/** The bank sent a new card in its place, or the provider took it off. @throws OutsideFailure */
export async function lookAtCard(
  app: App,
  { ref, tenant }: { ref: string; tenant: number },
): Promise<void> {
  const tenants = app.adapters.sharing('payment', tenant);
  const known = await cardStore.cardOfTenants(app.db.query, tenants, ref);
  if (!known) return;
  const facts = await app.adapters.of(tenant).payment.viewCard(ref);
  const owner = ownerOfRow(known);
  await app.db.transaction(async (tx) => {
    await cardStore.lockCards(tx, owner);
    const cards = await cardStore.cardsOf(tx, owner);
    const card = cards.find((one) => one.ref === ref);
    if (card && facts) return cardStore.updateCard(tx, card.id, facts);
    if (!card) return undefined;
    const next = card.primary_card ? newest(cards.filter((one) => one !== card)) : undefined;
    return takeAway(app, tx, { ...owner, network: '', userAgent: '' }, card, next);
  });
}

async function takeAway(
  app: App,
  tx: Tx,
  actor: Actor,
  card: CardRow,
  next: CardRow | undefined,
): Promise<void> {
  await cardStore.deleteCard(tx, card.id);
  await notifyOwner(app, tx, actor, 'deleted', card);
  if (!next || next.primary_card) return;
  await cardStore.makePrimary(tx, next);
  await notifyOwner(app, tx, actor, 'primary', next);
}

export async function forgetCard(
  app: App,
  { ref, tenant = app.brands.first.client.mvnoId }: { ref: string; tenant?: number },
): Promise<void> {
  const tenants = app.adapters.sharing('payment', tenant);
  if (await cardStore.cardOfTenants(app.db.query, tenants, ref)) return;
  await app.adapters.of(tenant).payment.detachCard(ref);
}

/** Serialized, so that exactly one card is primary. */
function changeCards<T>(
  app: App,
  who: Customer,
  change: (tx: Tx, cards: CardRow[]) => Promise<T>,
): Promise<T> {
  return app.db.transaction(async (tx) => {
    await cardStore.lockCards(tx, who);
    return change(tx, await cardStore.cardsOf(tx, who));
  });
}

const kinds = {
  added: 'card_added',
  deleted: 'card_deleted',
  primary: 'card_primary',
} as const;

async function notifyOwner(
  app: App,
  tx: Tx,
  actor: Actor,
  change: CardChange,
  row: CardRow,
  known?: Person,
): Promise<void> {
  const card = cardName(row);
  await noteActivity(app, tx, actor, kinds[change], { card });
  const person = known ?? (await viewPerson(tx, ownerOfRow(row)));
  const brand = app.brands.byTenant(actor.tenant);
  await queueEmail(app, tx, brand, person.email, cardEmail(brand, person, change, card));
}

function pick(cards: CardRow[], cardId: string): CardRow {
  const card = cards.find((one) => one.id === cardId);
  if (!card) throw notFound();
  return card;
}

function newest(cards: CardRow[]): CardRow | undefined {
  return cards.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0];
}

function cardOf(row: CardRow): Card {
  return {
    id: row.id,
    primaryCard: row.primary_card,
    cardholderName: row.cardholder_name,
    last4Digits: row.last4_digits,
    expiry: row.expiry,
    network: row.network,
  };
}
