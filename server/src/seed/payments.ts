import { stateOfZip } from '@portside/contract/places';
import type { CardFacts } from '../adapters/payment/payment.ts';
import { settingsOf } from '../settings/adapter-settings.ts';
import { saveSandboxCard } from '../adapters/payment/sandbox/payment.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import * as payments from '../payments/payments.ts';
import { popularPlan } from './plans.ts';
import { priceOf } from '../checkout/plan-price.ts';
import { saveCardRow } from '../payments/cards.ts';
import { type Amounts, sumUp } from '../payments/amounts.ts';
import { rememberProvidersCustomer } from '../payments/provider-customer.ts';

export interface DemoCard {
  ref: string;
  /** The provider charges a card together with its customer. */
  customerRef: string;
  card: CardFacts;
}

/** None with a real provider. */
export async function saveDemoCards(
  app: App,
  brand: Brand,
  person: { name: string; email: string },
): Promise<DemoCard[]> {
  if (settingsOf(app.config.adapters, brand.id).payment.kind !== 'sandbox') return [];
  const { ref } = await app.adapters.of(brand.client.mvnoId).payment.createCustomer({
    key: `demo:${person.email}`,
    ...person,
  });
  const year = (app.clock.now().getUTCFullYear() + 3) % 100;
  const cards = await Promise.all([
    saveSandboxCard(app, ref, {
      number: '4242424242424242',
      expiry: `04/${year}`,
      name: person.name,
    }),
    saveSandboxCard(app, ref, {
      number: '5555555555554444',
      expiry: `11/${year}`,
      name: person.name,
    }),
  ]);
  return cards.map((one) => ({ ...one, customerRef: ref }));
}

export async function seedCards(
  app: App,
  tx: Tx,
  brand: Brand,
  customerId: string,
  cards: readonly DemoCard[],
): Promise<void> {
  const owner = ownerOfRow({ tenant_id: brand.client.mvnoId, customer_id: customerId });
  for (const { ref, customerRef, card } of cards) {
    await rememberProvidersCustomer(tx, owner, customerRef);
    await saveCardRow(app, tx, owner, ref, card);
  }
}

/** Days ago, card, success. */
const history = [
  { daysAgo: 175, card: 0, successful: true },
  { daysAgo: 146, card: 0, successful: true },
  { daysAgo: 117, card: 1, successful: true },
  { daysAgo: 88, card: 0, successful: false },
  { daysAgo: 86, card: 1, successful: true },
  { daysAgo: 57, card: 0, successful: true },
  { daysAgo: 26, card: 0, successful: true },
] as const;

export async function seedOrders(
  app: App,
  tx: Tx,
  brand: Brand,
  customerId: string,
  { cards, bills }: { cards: readonly DemoCard[]; bills: DemoBills },
): Promise<void> {
  for (const [index, past] of history.entries()) {
    await seedPayment(app, tx, brand, customerId, {
      at: later(app.clock.now(), -days(past.daysAgo)),
      card: cards[past.card]?.card,
      first: index === 0,
      successful: past.successful,
      bills,
    });
  }
}

/** What the product charged: a first payment with a promo code, and each one after it. */
export interface DemoBills {
  item: string;
  first: Amounts;
  next: Amounts;
}

/** By the product's own price rule. Taxes may be asked over the network, so outside a transaction. */
export async function demoBills(app: App, brand: Brand, zipCode: string): Promise<DemoBills> {
  const plan = await popularPlan(brand);
  const place = { zipCode, state: stateOfZip(zipCode) ?? '' };
  const promo = brand.promoCodes.find(({ over }) => !over);
  const [first, next] = await Promise.all([
    priceOf(app, brand, { plan, place, first: true, ...(promo && { promo }) }),
    priceOf(app, brand, { plan, place, first: false }),
  ]);
  return {
    item: plan.retailName,
    first: sumUp(first.lines, place.state),
    next: sumUp(next.lines, place.state),
  };
}

export async function seedPayment(
  app: App,
  tx: Tx,
  brand: Brand,
  customerId: string,
  past: {
    at: Date;
    card: Pick<CardFacts, 'network' | 'last4Digits'> | undefined;
    first: boolean;
    successful: boolean;
    bills: DemoBills;
  },
): Promise<void> {
  const { card, first, bills } = past;
  const amounts = first ? bills.first : bills.next;
  await payments.recordPayment(app, tx, {
    tenant_id: brand.client.mvnoId,
    customer_id: customerId,
    charge_id: null,
    owner_kind: null,
    owner_id: null,
    kind: first ? 'new_line' : 'renewal',
    item: bills.item,
    transaction_time: past.at,
    successful: past.successful,
    amounts,
    final_cents: amounts.finalCheckoutAmount,
    network: card?.network ?? null,
    last4_digits: card?.last4Digits ?? '',
  });
}
