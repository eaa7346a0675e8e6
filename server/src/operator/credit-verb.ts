import { money } from '@portside/contract/formats';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { creditOf } from '../credit/credit.ts';
import { giveGoodwill } from '../credit/goodwill.ts';
import { brandOf, UsageError, type Options } from './verb.ts';

const USAGE = 'credit add <e-mail or id> <dollars> --reason <words> [--by <name>]';
const MOST_CENTS = 50_000;

/** `credit add <e-mail or id> <dollars> --reason <words>`. */
export async function runCredit(app: App, words: string[], options: Options): Promise<string> {
  const [action, named, amount = ''] = words;
  const reason = options.reason?.trim();
  if (action !== 'add' || !named || !reason) throw new UsageError(USAGE);
  const brand = brandOf(app, options);
  const person = await account.namedPerson(app.db.query, brand.client.mvnoId, named);
  if (!person) throw new UsageError(`${brand.product} has no customer ${named}.`);
  if (person.joinedTo) {
    throw new UsageError(`${named} is closed: it was joined to ${person.joinedTo}. Give it there.`);
  }
  const cents = /^\d{1,3}(?:\.\d\d)?$/.test(amount) ? Math.round(Number(amount) * 100) : 0;
  if (cents === 0 || cents > MOST_CENTS) {
    throw new UsageError('The amount is in dollars, 0.01 to 500.00.');
  }
  await giveGoodwill(app, brand, person, { cents, reason, operator: options.by ?? 'operator' });
  const balance = await creditOf(app.db.query, person.owner);
  return `${person.email} has ${money(balance / 100)} of credit now. They are told by email.`;
}
