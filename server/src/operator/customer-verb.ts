import { maskedCard, money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { obstacles } from '@portside/contract/privacy';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import * as lines from '../lines/lines.ts';
import { joinForCustomer } from '../sign-in/joining.ts';
import { endSessionsForCustomer } from '../sessions/sessions.ts';
import { turnOffForCustomer } from '../sign-in/second-step-settings.ts';
import { eraseByOperator } from '../privacy/erase-for-customer.ts';
import { brandOf, UsageError, type Options } from './verb.ts';
import type { Person } from '../account/person.ts';
import { listReturns } from '../emails/returned-emails.ts';
import { creditOf, owedBy } from '../credit/credit.ts';
import { listUnfinished } from '../checkout/operator-actions.ts';
import { disputesOfCustomer } from '../payments/disputes.ts';
import { listTransactions } from '../payments/history.ts';
import { cardsOf } from '../payments/cards.ts';

/** `customer show | log-out | second-step-off | join | erase <e-mail or id>`. */
export async function runCustomer(app: App, words: string[], options: Options): Promise<string> {
  const [action, named] = words;
  const usage =
    'customer show | log-out | second-step-off | join | erase <e-mail or id> [--reason <words>] [--by <name>]';
  if (!named) throw new UsageError(usage);
  const brand = brandOf(app, options);
  const tenant = brand.client.mvnoId;
  const person = await account.namedPerson(app.db.query, tenant, named);
  if (!person) throw new UsageError(`${brand.product} has no customer ${named}.`);
  if (action === 'show') return showCustomer(app, brand, person);
  if (action === 'join') return joinToOwner(app, brand, person, options.by ?? 'operator');
  if (action === 'log-out') {
    await endSessionsForCustomer(app, person.owner, options.by ?? 'operator');
    return `${person.email} is logged out everywhere.`;
  }
  if (action === 'erase') return eraseForCustomer(app, brand, person, options);
  if (action !== 'second-step-off') throw new UsageError(usage);
  if (await turnOffForCustomer(app, person.owner, brand, options.by ?? 'operator')) {
    return `The second step of ${person.email} is off. They are told by email.`;
  }
  throw new UsageError(`${person.email} has no second step.`);
}

async function eraseForCustomer(
  app: App,
  brand: Brand,
  person: Person,
  { reason, by: operator = 'operator' }: Options,
): Promise<string> {
  if (!reason?.trim()) throw new UsageError('customer erase <e-mail or id> --reason <words>');
  if (person.joinedTo) throw new UsageError(`${person.id} is closed. Erase ${person.joinedTo}.`);
  if (person.erasedAt) throw new UsageError(`${person.id} is erased already.`);
  const no = await eraseByOperator(app, brand, person, { reason: reason.trim(), operator });
  if (no) throw new UsageError(`Nothing was erased. ${obstacles[no.reason]}`);
  return `${person.id} is erased. What the law asks to keep stays: docs/decisions/0957. They are told by email.`;
}

async function joinToOwner(
  app: App,
  brand: Brand,
  person: Person,
  operator: string,
): Promise<string> {
  const joined = await joinForCustomer(
    app,
    { tenant: brand.client.mvnoId, brand },
    person,
    operator,
  );
  if (joined) {
    return `${joined.from} is closed, and what it has moves to ${joined.to}. They are told by email.`;
  }
  throw new UsageError(
    `${person.id} stands beside no account whose owner has confirmed ${person.email}. Name it by its id: customer show ${person.email}`,
  );
}

async function showCustomer(app: App, brand: Brand, person: Person): Promise<string> {
  const tenant = brand.client.mvnoId;
  const db = app.db.query;
  const others = await account.everyoneAt(db, tenant, person.email);
  const { owner } = person;
  const [customersLines, cards, open, history, disputes, credit, owed, returns] = await Promise.all(
    [
      lines.linesOf(app, owner),
      cardsOf(db, owner),
      listUnfinished(db, owner),
      listTransactions(app, owner, { limit: 5 }),
      disputesOfCustomer(db, owner),
      creditOf(db, owner),
      owedBy(db, owner),
      listReturns(db, tenant, person.email),
    ],
  );
  return [
    `${person.firstName} ${person.lastName}  ${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`,
    `id ${person.id}`,
    ...(returns.length > 0 ? ['Emails that came back:'] : []),
    ...returns.map(
      (one) =>
        `  ${one.at.toISOString().slice(0, 16).replace('T', ' ')}  ${one.kind}  ${one.reason}`,
    ),
    ...(person.erasedAt ? [`Erased on ${person.erasedAt.toISOString().slice(0, 10)}`] : []),
    ...(person.joinedTo ? [`Joined to ${person.joinedTo}`] : []),
    ...(credit > 0 ? [`Credit: ${money(credit / 100)}`] : []),
    ...owed.map(
      (one) =>
        `Owes: ${money(one.cents / 100)}, as the money of ${one.cause} went back and its credit is spent`,
    ),
    ...(person.secondStep ? [`Second step: ${person.secondStep}`] : []),
    ...others
      .filter((one) => one.id !== person.id)
      .map((one) => `Opened with the same address: ${one.id}`),
    `Lines: ${customersLines.length === 0 ? 'none' : ''}`,
    ...customersLines.map(
      (line) => `  ${phone(line.mdn) || 'no number yet'}  ${line.plan.retailName}  ${line.status}`,
    ),
    `Cards: ${cards.length === 0 ? 'none' : ''}`,
    ...cards.map(
      (card) =>
        `  ${card.network ?? 'card'} ${maskedCard(card.last4Digits)}${card.primaryCard ? '  primary' : ''}`,
    ),
    ...(open.length > 0 ? ['Orders under way:'] : []),
    ...open.map(
      (one) =>
        `  ${one.since.toISOString().slice(0, 10)}  ${money(one.amountCents / 100)}  ${one.planName}  ${one.status.replaceAll('_', ' ')}  ${one.id}`,
    ),
    `Last payments: ${history.transactions.length === 0 ? 'none' : ''}`,
    ...history.transactions.map(
      (one) =>
        `  ${one.transactionTime.slice(0, 10)}  ${money(one.paymentDetails.finalCheckoutAmount ?? 0)}  ${one.item}  ${one.outcome === 'failed' ? 'FAILED' : one.outcome.replaceAll('_', ' ')}`,
    ),
    ...(disputes.length > 0 ? ['Disputes:'] : []),
    ...disputes.map(
      (one) =>
        `  ${one.openedAt.toISOString().slice(0, 10)}  ${money(one.amountCents / 100)}  ${one.owner.kind} ${one.owner.id}  ${one.status}  ${one.reason}`,
    ),
  ].join('\n');
}
