import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { give } from './given-line.ts';
import { freshKey, type Noa, passDays, withLine } from './line-life.ts';
import { allEmailsSent } from './mailbox.ts';
import { again } from './on-hold.ts';
import { cards, newcomer, paymentToken } from './shopping.ts';
import type { TestApp } from './test-app.ts';

interface Managed {
  readonly noa: Noa;
  readonly member: Noa;
  readonly id: string;
}

/** A line that is due soon, in the hands of a manager, with first names or, as new accounts have it, without. */
export async function managed(app: TestApp, { named = true } = {}): Promise<Managed> {
  const { noa: first, line } = await withLine(app, { saveCard: true });
  const omar = await newcomer(app);
  const call = async ({ email }: Noa, name: string) =>
    sql`update customers set first_name = ${named ? name : ''} where email = ${email}`.execute(
      app.app.db.query,
    );
  await call(first, 'Noa');
  await call(omar, 'Omar');
  await passDays(app, 25);
  const [noa, member] = [await again(app, first), await again(app, omar)];
  await give(app, noa, member, line.id, 'manager');
  return { noa, member, id: line.id };
}

/** The manager pays for the next 30 days with a card that they enter. */
export async function payAsManager(
  app: TestApp,
  { member, id }: Managed,
  number: string = cards.visa,
) {
  const { quoteId } = await member.call(quoteRenewal, { id });
  const token = await paymentToken(app, number);
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  return member.call(renewLine, pay);
}

export async function paidByManager(app: TestApp, how: { named?: boolean } = {}) {
  const line = await managed(app, how);
  const { orderId } = await payAsManager(app, line);
  return { ...line, orderId };
}

/** All that has come to an address. */
export async function mailOf(app: TestApp, { email }: Noa): Promise<string[]> {
  await allEmailsSent(app);
  return (await app.emails(email, 0)).map(({ subject, text }) => `${subject}\n${text}`);
}
