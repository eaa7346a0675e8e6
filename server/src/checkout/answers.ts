import type { OrderAnswer } from '@portside/contract/checkout';
import type { App } from '../app.ts';
import { notFound } from '../http/no.ts';
import { selfOf, type Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { answerOfSeveral, isGivenBack } from './answer-of-several.ts';
import { chargeOf } from './order-charge.ts';
import { wordsOf } from './order-kinds.ts';
import { isPayable, isReturned } from './order-status.ts';
import { isPaidBy } from './payers.ts';
import { findPurchase, type Purchase } from './purchase.ts';
import type * as store from './store.ts';
import { viewCharge } from '../payments/charges.ts';

/** Loss and theft are the bank's to tell. */
const declineSentences: Record<string, string> = {
  declined: 'Your bank declined this card. Try another one, or ask your bank.',
  insufficient_funds: 'There is not enough money on this card. Try another one.',
  expired_card: 'This card has expired. Try another one.',
  wrong_details: 'The bank doesn’t know these card details. Check them, or use another card.',
  not_supported: 'This card can’t be used for this payment. Try another one.',
  try_later: 'Your bank isn’t answering right now. Please try again in a few minutes.',
  ask_bank:
    'Your bank wants to talk to you first. Call the number on your card, or use another one.',
  rejected: 'We can’t take this payment right now. Nothing was charged. Please contact us.',
  amount_too_small: 'We can’t take this payment right now. Nothing was charged. Please contact us.',
  form_expired:
    'The card form was open too long, so we couldn’t use it. Nothing was charged. Please enter the card again.',
  given_up:
    'Your bank’s confirmation took too long, so we stopped this payment. Nothing was charged. Please pay again.',
  confirmation_failed: 'Your bank could not confirm the payment. Try again, or use another card.',
};

/** All lines of its purchase, once it is paid. */
function boughtWith({ order, all }: Purchase): readonly store.OrderRow[] {
  const isPaid = order.status === 'paid' || isReturned(order.status);
  return isPaid && order.kind === 'new_line' ? all : [];
}

export async function answerOf(app: App, who: Customer, orderId: string): Promise<OrderAnswer> {
  // Acting for the holder, whose order it is; or later, as themselves.
  const purchase =
    (await findPurchase(app.db.query, who, orderId)) ??
    (await findPurchase(app.db.query, selfOf(who), orderId));
  if (!purchase) throw notFound();
  return answerOfPurchase(app, who, purchase);
}

export async function answerOfPurchase(
  app: App,
  who: Customer,
  purchase: Purchase,
): Promise<OrderAnswer> {
  const { order, lead } = purchase;
  const orderId = order.id;
  const translate = (sentence: string) => say(who.language, sentence);
  // Whose bank waits is told the way there, and nobody else.
  const isAnothers = order.status === 'confirm' && !isPaidBy(order, who);
  if (order.status === 'placed' || isAnothers) {
    return { orderId, status: 'placed', message: translate('We’re checking your payment') };
  }
  const db = app.db.query;
  const all = boughtWith(purchase);
  if (all.length > 1) return answerOfSeveral(app, who, orderId, all);
  const words = await wordsOf(app, db, order);
  const isFree = order.quote.amounts.finalCheckoutAmount === 0;
  const message = translate(isFree ? words.free : words.paid);
  const paid = { orderId, status: 'paid' as const, message };
  if (order.status === 'paid') return paid;
  if (isReturned(order.status)) {
    const isByPeople = await isGivenBack(app, order);
    const returned = (isByPeople && words.returnedByPeople) || words.returned;
    return { orderId, status: order.status, message: translate(returned[order.status]) };
  }
  const charge = await viewCharge(db, chargeOf(lead));
  if (charge.status === 'confirm') {
    return {
      orderId,
      status: 'confirm',
      redirectUrl: charge.redirectUrl,
      message: translate('Please confirm the payment with your bank.'),
    };
  }
  // Nor why a bank refused the card of another.
  if (isPayable(order.status) && !isPaidBy(order, who)) {
    const sentence = 'That payment didn’t go through. Nothing was charged.';
    return { orderId, status: 'declined', reason: 'declined', message: translate(sentence) };
  }
  if (isPayable(order.status)) {
    // What we stopped waiting for, no bank has refused.
    const known = 'reason' in charge ? charge.reason : 'given_up';
    const reason = known in declineSentences ? known : 'declined';
    const sentence = declineSentences[reason] ?? '';
    return { orderId, status: 'declined', reason, message: translate(sentence) };
  }
  return paid;
}
