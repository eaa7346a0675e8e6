import { demoPassword } from '@portside/contract/demo-people';
import * as account from '../account/account.ts';
import { openDispute } from '../adapters/payment/sandbox/disputes.ts';
import type { App } from '../app.ts';
import { refundOrder } from '../approvals/asking.ts';
import type { Brand } from '../brands/brands.ts';
import { placeOrder } from '../checkout/checkout.ts';
import { makeQuote } from '../checkout/quotes.ts';
import { Refused } from '../http/no.ts';
import { type Customer, customerOf, ownerOf, proving, type Visitor } from '../http/who.ts';
import { cardsOf } from '../payments/cards.ts';
import { listCharges } from '../payments/charges.ts';
import { settingsOf } from '../settings/adapter-settings.ts';
import { hashPassword } from '../sign-in/password.ts';
import { setPassword } from '../sign-in/set-password.ts';
import { demoMember } from '../staff/demo-staff.ts';
import { sendChatMessage } from '../support/chat.ts';
import { saveDemoCards, seedCards } from './payments.ts';
import { popularPlan } from './plans.ts';

const theo = { firstName: 'Theo', lastName: 'Brandt', email: 'theo@example.com' };
const nadia = { firstName: 'Nadia', lastName: 'Osei', email: 'nadia@example.com' };
const home = {
  streetNumber: '14',
  streetName: 'Pier Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10005',
};

/**
 * In a trial, so that the console is seen at work: a refund that waits for a second person, a payment
 * that its customer's bank takes back, and somebody who waits in the chat. By the product's own verbs,
 * once.
 */
export async function openDesk(app: App): Promise<void> {
  const [brand] = app.brands.all;
  if (!brand || app.config.production || app.config.seed !== 'demo') return;
  if (settingsOf(app.config.adapters, brand.id).payment.kind !== 'sandbox') return;
  const bought = await buyAs(app, brand, theo);
  if (bought) await askRefund(app, brand, bought);
  const disputed = await buyAs(app, brand, nadia);
  if (!disputed) return;
  const [charge] = await listCharges(app.db.query, { kind: 'order', id: disputed.orderId });
  if (charge?.paymentRef) await openDispute(app, charge.paymentRef);
  await sendChatMessage(app, disputed.who, {
    clientId: 'demo-desk',
    text: 'Hello? My bank says I never ordered this, but my son did. What do I do?',
  });
}

const visitor = (brand: Brand): Visitor => ({
  tenant: brand.client.mvnoId,
  brand,
  language: 'en',
  network: '192.0.2.17',
  userAgent: '',
  requestId: 'demo',
});

/** Undefined for somebody who is there already. */
async function buyAs(app: App, brand: Brand, person: typeof theo) {
  const tenant = brand.client.mvnoId;
  if (await account.findPerson(app.db.query, tenant, person.email)) return undefined;
  const name = `${person.firstName} ${person.lastName}`;
  const cards = await saveDemoCards(app, brand, { name, email: person.email });
  const passwordHash = await hashPassword(app, demoPassword);
  const id = await app.db.transaction(async (tx) => {
    const more = { emailVerified: true, language: 'en' } as const;
    const opened = await account.openAccount(app, tx, tenant, { ...person, ...more });
    if (!opened) return undefined;
    await setPassword(app, tx, ownerOf(tenant, opened), passwordHash);
    await seedCards(app, tx, brand, opened, cards.slice(0, 1));
    return opened;
  });
  if (!id) return undefined;
  const session = { id: 'demo', tenant_id: tenant, customer_id: id };
  const who = proving(customerOf(visitor(brand), session, {}), async () => undefined);
  const orderId = await buy(app, who, person);
  return orderId && { who, orderId };
}

async function buy(app: App, who: Customer, person: typeof theo): Promise<string | undefined> {
  const { firstName, lastName } = person;
  const [card] = await cardsOf(app.db.query, who);
  const plan = await popularPlan(who.brand);
  const cartId = `demo-${who.customerId}`;
  const { zipCode } = home;
  const quoted = await makeQuote(app, who, { planId: plan.id, zipCode, cartId });
  if (quoted instanceof Refused || !card) return undefined;
  const answer = await placeOrder(app, who, {
    ...home,
    firstName,
    lastName,
    cartId,
    streetDirection: '',
    streetUnit: '',
    quoteId: quoted[0].id,
    cardId: card.id,
    idempotencyKey: `${cartId}:1`,
    simType: 'esim',
  });
  return answer instanceof Refused ? undefined : answer.orderId;
}

/** An agent gives nothing alone. */
async function askRefund(
  app: App,
  brand: Brand,
  { who, orderId }: { who: Customer; orderId: string },
): Promise<void> {
  const agent = await demoMember(app, who.tenant, 'agent');
  if (!agent) return;
  const session = { sessionId: 'demo', trained: false, provenUntil: app.clock.now() };
  const staff = { ...visitor(brand), ...agent, ...session };
  await refundOrder(
    app,
    { ...staff, about: who },
    {
      id: orderId,
      amount: 8,
      to: 'card',
      reason: 'not_working',
      note: 'Two days without data, the network says sorry too.',
      idempotencyKey: `demo:${orderId}`,
    },
  );
}
