import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { DatabaseAway, type Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { publishOrder } from './move-order.ts';
import { chargeOf } from './order-charge.ts';
import { payerOf } from './payers.ts';
import { settleLater, settleOrder } from './settling.ts';
import type * as quoteStore from './quote-store.ts';
import type * as store from './store.ts';
import { type Person, viewPerson } from '../account/person.ts';
import { sumUp } from '../payments/amounts.ts';
import { cardRef } from '../payments/cards.ts';
import { type ChargeRequest, type Method, requestCharge } from '../payments/charges.ts';
import { customerLines } from '../payments/parties.ts';

/** A saved card, or the provider's token for a new one. */
export interface PayingInput {
  cardId?: string | undefined;
  paymentToken?: string | undefined;
  saveCard?: boolean | undefined;
}

/** Nothing due: a card that was sent is ignored. */
export async function methodOf(
  app: App,
  who: Owner & Pick<Customer, 'member'>,
  input: PayingInput,
  dueCents: number,
): Promise<Method | Refused<'no_card' | 'unknown_card'>> {
  if (dueCents === 0) return { kind: 'none' };
  if (input.paymentToken) {
    const save = !who.member && (input.saveCard ?? false);
    return { kind: 'token', paymentToken: input.paymentToken, save };
  }
  if (!input.cardId) return refused('no_card');
  // The holder's are theirs, and their own ones no bill of another's (P04).
  if (who.member) return refused('unknown_card');
  const ref = await cardRef(app.db.query, who, input.cardId);
  return ref ? { kind: 'saved', cardRef: ref } : refused('unknown_card');
}

export function orderedQuote(row: quoteStore.QuoteRow): store.OrderedQuote {
  return {
    planId: row.plan_id,
    planName: row.plan_name,
    planFlag: row.plan_flag,
    zipCode: row.zip_code,
    state: row.state,
    promoCode: row.promo_code,
    estimated: row.estimated,
    amounts: sumUp(row.lines, row.state),
  };
}

/** Before anything is asked of the provider. @param lead the order whose payment pays for this one too @param known the order's customer */
export async function requestPayment(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  how: Pick<ChargeRequest, 'method' | 'seller' | 'idempotencyKey' | 'present' | 'language'>,
  lead = order,
  known?: Person,
): Promise<void> {
  const person = known ?? (await viewPerson(tx, ownerOfRow(order)));
  await requestCharge(app, tx, {
    owner: ownerOfRow(order),
    payer: payerOf(order),
    ...chargeOf(order),
    transactionKind: order.kind,
    item: order.quote.planName,
    amounts: order.quote.amounts,
    customer: customerLines(person),
    ...how,
    ...(lead.id !== order.id && { paidWith: chargeOf(lead) }),
  });
  if (lead.id === order.id) await settleLater(app, tx, order.id);
  await publishOrder(app, tx, order, 'placed');
}

/** The order exists and a job continues, so an open outcome is answered as it is. */
export async function settleAtOnce(app: App, orderId: string): Promise<void> {
  try {
    await settleOrder(app, orderId);
  } catch (error) {
    if (!(error instanceof OutsideFailure || error instanceof DatabaseAway)) throw error;
    app.log.warn({ error, orderId }, 'the outcome of a charge is not known yet');
  }
}
