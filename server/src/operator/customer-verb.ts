import { maskedCard, money, phone } from '@portside/contract/formats';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import * as checkout from '../checkout/checkout.ts';
import { ownerOfRow } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import * as payments from '../payments/payments.ts';
import { brandOf, UsageError, type Options } from './verb.ts';

/** An account as it is, with what is under way. */
export async function showCustomer(
  app: App,
  [action, email]: string[],
  options: Options,
): Promise<string> {
  if (action !== 'show' || !email) throw new UsageError('customer show <e-mail>');
  const brand = brandOf(app, options);
  const tenant = brand.client.mvnoId;
  const db = app.db.query;
  const person = await account.findPerson(db, tenant, email);
  if (!person) throw new UsageError(`${brand.product} has no customer ${email}.`);
  const owner = ownerOfRow({ tenant_id: tenant, customer_id: person.id });
  const [customersLines, cards, open, history, disputes] = await Promise.all([
    lines.linesOf(app, owner),
    payments.cardsOf(db, tenant, person.id),
    checkout.listUnfinished(db, tenant, person.id),
    payments.listTransactions(app, { ...owner, brand }, { limit: 5 }),
    payments.disputesOfCustomer(db, tenant, person.id),
  ]);
  return [
    `${person.firstName} ${person.lastName}  ${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`,
    `id ${person.id}`,
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
