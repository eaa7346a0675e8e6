import type { InputOf, OutputOf } from '@portside/contract/endpoint';
import { listLines, type Line } from '@portside/contract/lines';
import { type placeOrder, placeOrder as place } from '@portside/contract/checkout';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import type { Caller } from './caller.ts';
import { cards, fillCart, newcomer, orderOf, orderWhen, paymentToken } from './shopping.ts';
import type { TestApp } from './test-app.ts';

export type Noa = Caller & { email: string };

/** Somebody with an active line on the popular plan in New York, and a saved card. */
export async function withLine(
  app: TestApp,
  change: Partial<InputOf<typeof placeOrder>> = {},
  priced: Parameters<typeof fillCart>[1] = {},
): Promise<{ noa: Noa; line: Line }> {
  const noa = await newcomer(app);
  const line = await addLine(app, noa, change, priced);
  return { noa, line };
}

/** A further active line. */
export async function addLine(
  app: TestApp,
  noa: Noa,
  change: Partial<InputOf<typeof placeOrder>> = {},
  priced: Parameters<typeof fillCart>[1] = {},
): Promise<Line> {
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app, priced), {
    paymentToken: token,
    saveCard: true,
    ...change,
  });
  const { orderId } = await noa.call(place, order);
  const { line } = await orderWhen(app, noa, orderId, 'active');
  if (!line) throw new Error('An active order has no line');
  return line;
}

/** The line as the list has it now. */
export async function lineOf(noa: Caller, id: string): Promise<Line> {
  const { lines } = await noa.call(listLines, {});
  const line = lines.find((one) => one.id === id);
  if (!line) throw new Error(`No line ${id}`);
  return line;
}

/** Time passes as the sandbox's clock has it: what falls due on the way happens. */
export async function passHours(app: Pick<TestApp, 'fetch'>, hours: number): Promise<Date> {
  const answer = await app.fetch('/sandbox/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hours }),
  });
  if (!answer.ok) throw new Error(`Time did not move: ${await answer.text()}`);
  const { now } = (await answer.json()) as { now: string };
  return new Date(now);
}

export const passDays = (app: Pick<TestApp, 'fetch'>, days: number) => passHours(app, days * 24);

let numbers = 0;

/** Gives a line a number with this ending, for which the sandbox does something of its own. */
export async function giveNumber(app: TestApp, id: string, lastTwo: string): Promise<string> {
  numbers += 1;
  // The sandbox draws none of this exchange.
  const mdn = `212556${String(numbers).padStart(2, '0')}${lastTwo}`;
  await sql`update lines set mdn = ${mdn} where id = ${id}`.execute(app.app.db.query);
  return mdn;
}

let tries = 0;
export const freshKey = () => {
  tries += 1;
  return `try-${process.pid}-${tries}`;
};

/** Pays for the next 30 days of a line. */
export async function renew(
  app: TestApp,
  noa: Caller,
  id: string,
  number: string = cards.visa,
): Promise<OutputOf<typeof renewLine>> {
  const { quoteId } = await noa.call(quoteRenewal, { id });
  const token = await paymentToken(app, number);
  return noa.call(renewLine, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

/** The simulated carrier counts so much more for a number: megabytes, minutes or messages. */
export async function consume(
  app: Pick<TestApp, 'fetch'>,
  msisdn: string,
  megabytes: number,
  kind = 'data',
): Promise<void> {
  const answer = await app.fetch('/sandbox/carrier/usage', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, megabytes, kind }),
  });
  if (!answer.ok) throw new Error(`Nothing was used: ${await answer.text()}`);
}
