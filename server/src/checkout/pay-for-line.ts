import type { OrderAnswer } from '@portside/contract/checkout';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { answerOf } from './answers.ts';
import { type LineQuote, type LineSale, placeForLine } from './line-orders.ts';
import { methodOf, type PayingInput, settleAtOnce } from './paying.ts';

type Sale = Pick<LineSale, 'kind' | 'lineId'>;

/**
 * The customer pays what was quoted for a line, once for each key. `isWanted` is asked again with
 * the order. @returns refusals of {@link placeForLine}, and of the card
 */
export async function payForLine(
  app: App,
  who: Customer,
  { kind, lineId }: Sale,
  quote: LineQuote,
  input: PayingInput & { idempotencyKey: string },
  isWanted?: (db: Query) => Promise<boolean>,
): Promise<
  | OrderAnswer
  | Refused<
      'amount_too_small' | 'no_card' | 'unknown_card' | 'busy' | 'already_paid' | 'quote_expired'
    >
> {
  const due = quote.total_cents;
  const { leastCents } = app.adapters.of(who.tenant).payment;
  if (due > 0 && due < leastCents) return refused('amount_too_small');
  const method = await methodOf(app, who, input, due);
  if (method instanceof Refused) return method;
  const orderId = await placeForLine(
    app,
    who,
    who.brand,
    { ...quote, kind, line_id: lineId },
    {
      method,
      idempotencyKey: input.idempotencyKey,
      present: true,
      language: who.language,
      ...(who.member && { by: who.member }),
      ...(isWanted && { isWanted }),
    },
  );
  if (orderId instanceof Refused) return orderId;
  await settleAtOnce(app, orderId);
  return answerOf(app, who, orderId);
}
