import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { DeclineAdvice } from '../adapters/payment/payment.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { Refused } from '../http/no.ts';
import { age, textTable } from './text-table.ts';
import { UsageError, type Options } from './verb.ts';
import {
  cancelByHand,
  refundByHand,
  settleByHand,
  showOrder,
} from '../checkout/operator-actions.ts';
import { numberOf, orderAsSaid } from '../checkout/find-orders.ts';
import { listStuck, stuckKinds } from '../checkout/stuck.ts';
import { sumOf } from '../checkout/whole-purchases.ts';
import { forgiveOwed } from '../credit/credit.ts';
import { noteOrderPaidBack } from '../checkout/refunding.ts';
import { refundToCredit } from '../checkout/refund-to-credit.ts';

const kinds: Readonly<Record<(typeof stuckKinds)[number], string>> = {
  placed: 'outcome not known',
  confirm: 'at the bank’s page',
  refunding: 'refund under way',
  refund_failed: 'refund refused',
  no_line: 'paid, no active line',
  disputed: 'disputed',
  warned: 'reported as fraud by the bank',
  card_page: 'card page open',
  owed: 'owed: money went back, its credit is spent',
  stray: 'charged for nothing, not refunded',
};

/** `orders`: what is stuck. */
export async function listOrders(app: App): Promise<string> {
  const stuck = await listStuck(app, app.db.query);
  if (stuck.length === 0) return 'No money is stuck.';
  const now = app.clock.now().getTime();
  const rows = stuck.map((one) => [
    age((now - one.since.getTime()) / 1000),
    kinds[one.kind],
    one.amountCents === 0 ? '' : money(one.amountCents / 100),
    one.about,
    app.brands.byTenant(one.tenant).id,
    one.id,
  ]);
  return textTable(rows, [0, 2]);
}

const said: Readonly<Record<string, string>> = {
  unknown_order: 'There is no such order.',
  nothing_owed:
    'There is nothing to refund: nothing was paid, or all of it was refunded or is on its way back.',
  used_up:
    'There is nothing left to refund: it paid for another plan, or became credit that is spent.',
  more_than_left: 'That is more than is left of it: order show.',
  disputed:
    'The customer disputes this payment at the bank, which takes the money back, or has: order show.',
  nothing_to_cancel: 'There is nothing to cancel: it is over, or its outcome is not known yet.',
  line_is_there:
    'The carrier already has its line or its port-in. Refund the money with: order refund',
};

/** `order show | settle | refund | credit | cancel | forgive <id>` and `order paid-back <id> <how…>`. */
export async function runOrder(app: App, words: string[], options: Options): Promise<string> {
  try {
    return await actOnOrder(app, words, options);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    throw new UsageError(`${error.message}. Nothing is lost: try again when it does.`);
  }
}

async function actOnOrder(
  app: App,
  [action, said, ...how]: string[],
  { by: operator = 'operator', amount }: Options,
): Promise<string> {
  if (amount !== undefined && action !== 'refund') throw new UsageError('--amount is of a refund.');
  if (!said) throw new UsageError('order show | settle | refund | credit | cancel | forgive <id>');
  // By its number, as the customer reads it from their receipt, too.
  const id = (await orderAsSaid(app.db.query, said))?.id ?? said;
  if (action === 'show') return show(app, id);
  if (action === 'settle') return describe(id, await settleByHand(app, id, operator));
  if (action === 'refund') return refund(app, id, operator, amount);
  if (action === 'credit') return describe(id, await refundToCredit(app, id, operator));
  if (action === 'cancel') return describe(id, await cancelByHand(app, id, operator));
  if (action === 'forgive') {
    const cents = await forgiveOwed(app, [id, ...how].join(' '));
    if (cents === 0) throw new UsageError('Nothing is owed for it: orders.');
    return `${money(cents / 100)} are not owed any more.`;
  }
  if (action === 'paid-back' && how.length > 0) {
    const note = how.join(' ');
    return describe(id, await noteOrderPaidBack(app, id, { operator, note }));
  }
  throw new UsageError(
    'order show | settle | refund [--amount <dollars>] | credit | cancel | forgive <id>, order paid-back <id> <how…>',
  );
}

async function refund(
  app: App,
  id: string,
  operator: string,
  amount: string | undefined,
): Promise<string> {
  const isAmount = amount === undefined || /^\d{1,6}(?:\.\d\d)?$/.test(amount);
  const cents = amount === undefined ? undefined : Math.round(Number(amount) * 100);
  if (!isAmount || cents === 0)
    throw new UsageError('The amount is in dollars, for example 20.00.');
  const outcome = await refundByHand(app, id, operator, cents);
  if (outcome instanceof Refused || typeof outcome === 'string') return describe(id, outcome);
  const { partCents, keptCents, spentCents } = outcome;
  const dollars = (sum: number) => money(sum / 100);
  const why =
    spentCents === 0
      ? ''
      : ` ${dollars(spentCents)} of it paid for another plan, or became credit that is spent.`;
  return `${dollars(partCents)} of order ${id} goes back, and ${dollars(keptCents)} stays paid.${why}`;
}

function describe(id: string, outcome: string | Refused<string>): string {
  if (outcome instanceof Refused) throw new UsageError(said[outcome.reason] ?? outcome.reason);
  return `Order ${id} is ${outcome.replaceAll('_', ' ')} now.`;
}

const advices: Readonly<Record<DeclineAdvice, string>> = {
  never_again: ' (its bank says: do not try again)',
  try_later: ' (its bank says: try again later)',
};

async function show(app: App, id: string): Promise<string> {
  const sheet = await showOrder(app.db.query, id);
  if (!sheet) throw new UsageError(said.unknown_order ?? '');
  const { order, charges, refunds, disputes, warnings, line, boughtWith } = sheet;
  const at = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');
  const dollars = (cents: number) => money(cents / 100);
  const brand = app.brands.byTenant(order.tenant_id);
  // Of one that was bought with others, the provider knows their payment alone.
  const unknown = order.paid_with ? 'in the payment of the first one' : 'no answer yet';
  const paid = order.amountCents + sumOf(boughtWith);
  return [
    `Order ${numberOf(brand, order) ?? ''} ${order.id}  ${order.status.replaceAll('_', ' ')}  ${order.planName}  ${dollars(order.amountCents)}`,
    `customer ${order.customer_id} of ${brand.id}, placed ${at(order.placedAt)}, changed ${at(order.changedAt)}`,
    ...boughtWith.map(
      (one) =>
        `  bought with ${numberOf(brand, one) ?? ''} ${one.id}  ${one.status.replaceAll('_', ' ')}  ${one.quote.planName}  ${dollars(one.quote.amounts.finalCheckoutAmount)}${one.id === order.paid_with ? '  the first one, with the payment' : ''}`,
    ),
    ...(boughtWith.length > 0
      ? [`  one payment for ${boughtWith.length + 1} lines: ${dollars(paid)}`]
      : []),
    ...charges.map(
      (one) =>
        `  charge ${one.attempt}  ${at(one.at)}  ${dollars(one.amountCents)}  ${one.status.replaceAll('_', ' ')}  ${one.paymentRef ?? unknown}  ${one.reason ?? ''}${one.advice ? advices[one.advice] : ''}`,
    ),
    ...refunds.map(
      (one) =>
        `  refund ${one.number}  ${at(one.at)}  ${dollars(one.amountCents)}  ${one.status.replaceAll('_', ' ')}  ${one.part ? 'a part ' : ''}${one.operator} ${one.note} ${one.reason ?? ''}`,
    ),
    ...warnings.map(
      (one) =>
        `  fraud warning  ${at(one.at)}  ${one.reason}  ${one.leftBy ? `left paid by ${one.leftBy}` : ''}`,
    ),
    ...disputes.map((one) => `  dispute  ${at(one.openedAt)}  ${one.status}  ${one.reason}`),
    line ? `  line ${line.id}  ${phone(line.mdn) || 'no number yet'}  ${line.status}` : '  no line',
  ]
    .map((row) => row.trimEnd())
    .join('\n');
}
