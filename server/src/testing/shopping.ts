import { askQuote, placeOrder, viewOrder, type Quote } from '@portside/contract/checkout';
import type { InputOf, OutputOf } from '@portside/contract/endpoint';
import { listPlans } from '@portside/contract/plans';
import { register } from '@portside/contract/sign-in';
import { endAfterTest } from './after-test.ts';
import { confirming, type Caller } from './caller.ts';
import { inTime } from './passing-time.ts';
import type { MailboxMessage, TestApp } from './test-app.ts';

/** The magic cards of the simulated provider (sandbox.md). */
export const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  poor: '4000000000009995',
  savedButDeclined: '4000000000000341',
  confirms: '4000002500003155',
  unknown: '4000000000000119',
} as const;

/** Where one shops: a test app, or a process of its own. */
export type Shop = Pick<TestApp, 'anyone' | 'with' | 'fetch'>;

let newcomers = 0;

/** Somebody who just registered. */
export async function newcomer(app: Shop, known?: string): Promise<Caller & { email: string }> {
  newcomers += 1;
  const email = known ?? `newcomer${newcomers}@example.com`;
  const { token } = await app.anyone.call(register, {
    firstName: 'Noa',
    lastName: 'Newcomer',
    email,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  return { ...confirming(app.with(token), 'Anchor7!'), email };
}

/** What the browser gets from the provider for a card number. */
export async function paymentToken(app: Pick<Shop, 'fetch'>, number: string): Promise<string> {
  const answer = await app.fetch('/sandbox/pay/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, expiry: '12/39', cvv: '123', cardholderName: 'Noa Newcomer' }),
  });
  if (!answer.ok) throw new Error(`No token: ${await answer.text()}`);
  const { paymentToken: token } = (await answer.json()) as { paymentToken: string };
  return token;
}

export interface Cart {
  cartId: string;
  quote: Quote;
}

let carts = 0;

/** A plan in the cart, priced in New York. */
export async function fillCart(
  app: Pick<Shop, 'anyone'>,
  change: Partial<InputOf<typeof askQuote>> = {},
): Promise<Cart> {
  carts += 1;
  const cartId = change.cartId ?? `cart-${process.pid}-${carts}`;
  const planId = change.planId ?? (await somePlan(app));
  const quote = await app.anyone.call(askQuote, { zipCode: '10038', ...change, planId, cartId });
  return { cartId, quote };
}

export async function somePlan(app: Pick<Shop, 'anyone'>): Promise<string> {
  const { plans } = await app.anyone.call(listPlans, {});
  const plan = plans.find((one) => one.popular) ?? plans[0];
  if (!plan) throw new Error('No plan is on sale');
  return plan.id;
}

/** The order of a cart, for an eSIM in Fulton Street. */
export function orderOf(
  cart: Cart,
  change: Partial<InputOf<typeof placeOrder>>,
): InputOf<typeof placeOrder> {
  return {
    idempotencyKey: `${cart.cartId}:1`,
    quoteId: cart.quote.quoteId,
    cartId: cart.cartId,
    simType: 'esim',
    firstName: 'Noa',
    lastName: 'Newcomer',
    streetNumber: '120',
    streetName: 'Fulton Street',
    city: 'New York',
    state: 'NY',
    zipCode: '10038',
    ...change,
  };
}

/**
 * The order once it has come to one of these states; no time is lost while it waits. A line that
 * was bought with it ends with the test.
 */
export async function orderWhen(
  app: TestApp,
  customer: Caller,
  orderId: string,
  ...statuses: OutputOf<typeof viewOrder>['status'][]
): Promise<OutputOf<typeof viewOrder>> {
  const found = await inTime(app, async () => {
    const order = await customer.call(viewOrder, { id: orderId });
    return statuses.includes(order.status) ? order : undefined;
  });
  // An order of a cart opened its line.
  if (found.cartId && found.line) await endAfterTest(app, found.line.id);
  return found;
}

/** The newest email with this subject, once it is there; emails overtake one another. */
export function emailWhen(app: TestApp, to: string, subject: RegExp): Promise<MailboxMessage> {
  return inTime(app, async () =>
    (await app.emails(to, 0)).find((mail) => subject.test(mail.subject)),
  );
}
