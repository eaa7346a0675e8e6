import type { CardFacts } from '../adapters/payment/payment.ts';
import { settingsOf } from '../settings/adapter-settings.ts';
import { saveSandboxCard } from '../adapters/payment/sandbox/payment.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import { cents } from '../money.ts';
import * as payments from '../payments/payments.ts';
import { popularPlan } from './plans.ts';
import { billLines } from '../checkout/bill.ts';
import { saveCardRow } from '../payments/cards.ts';
import { sumUp } from '../payments/amounts.ts';
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
  cards: readonly DemoCard[],
): Promise<void> {
  for (const [index, past] of history.entries()) {
    await seedPayment(app, tx, brand, customerId, {
      at: later(app.clock.now(), -days(past.daysAgo)),
      card: cards[past.card]?.card,
      first: index === 0,
      successful: past.successful,
    });
  }
}

/** The first month has the activation fee; all have ten percent off. */
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
  },
): Promise<void> {
  const { card, first } = past;
  const plan = await popularPlan(brand);
  const amounts = sumUp(
    billLines({
      planName: plan.retailName,
      planCents: cents(plan.retailPrice),
      discountCents: first ? Math.round(cents(plan.retailPrice) / 10) : 0,
      promoCode: first ? 'WELCOME10' : '',
      activationCents: first ? brand.fees.activationCents : 0,
      regulatoryCents: brand.fees.regulatoryCents,
      company: brand.product,
      taxes: [
        { kind: 'tax', place: 'New York', amountCents: 311, jurisdiction: 'NY' },
        {
          kind: 'government_fee',
          place: 'New York',
          amountCents: 120,
          jurisdiction: 'NY',
        },
      ],
    }),
  );
  await payments.recordPayment(app, tx, {
    tenant_id: brand.client.mvnoId,
    customer_id: customerId,
    charge_id: null,
    owner_kind: null,
    owner_id: null,
    kind: first ? 'new_line' : 'renewal',
    item: plan.retailName,
    transaction_time: past.at,
    successful: past.successful,
    amounts,
    final_cents: amounts.finalCheckoutAmount,
    network: card?.network ?? null,
    last4_digits: card?.last4Digits ?? '',
  });
}
