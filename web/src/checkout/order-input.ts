import type { placeOrder } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { e164 } from '@portside/contract/phone';
import type { Card } from '@portside/contract/payments';
import { firstAsked } from '../port-in/port-in-details.ts';
import { broughtService } from './brought-number.ts';
import { type Draft, shippingAddress } from './draft.ts';
import { draftOfLine, mailedLine } from './draft-lines.ts';
import type { CardToken } from './provider-script.ts';

export type Method =
  | { readonly kind: 'saved'; readonly card: Card }
  | { readonly kind: 'new'; readonly token: CardToken; readonly expiry: string }
  /** Nothing is due. */
  | { readonly kind: 'none' };

function broughtInput({ numberKind, portIn, brought, zipCode }: Draft) {
  if (numberKind === 'new' || !portIn) return {};
  const { tempSubscriptionId, msisdn } = portIn;
  const given = portIn.details === 'asked' && brought.detailsWhen === 'now';
  const oldService = broughtService(firstAsked(portIn.required ?? []), brought);
  return { portIn: { tempSubscriptionId, msisdn, zipCode, ...(given && { oldService }) } };
}

/** Of one line: its SIM, its phone and its number. */
function lineInput(draft: Draft) {
  return {
    simType: draft.simType,
    ...(draft.imei && { imei: draft.imei }),
    ...broughtInput(draft),
    ...(draft.numberKind === 'new' && draft.newNumber && { newNumber: draft.newNumber }),
  };
}

/** Never a card number. */
export function orderInput(order: {
  readonly idempotencyKey: string;
  readonly cartId: string;
  readonly quoteId: string;
  readonly draft: Draft;
  /** The keys of all lines, in the order of the price. */
  readonly lines: readonly string[];
  readonly method: Method;
  /** Open orders the customer knows of and pays as well. */
  readonly besides: readonly string[];
  /** The version of the text about autopay that was agreed to. */
  readonly autopay: string | undefined;
}): InputOf<typeof placeOrder> {
  const { draft, lines, method } = order;
  const further = lines.slice(1).map((line) => lineInput(draftOfLine(draft, lines, line)));
  const autopay = method.kind === 'none' ? undefined : order.autopay;
  const { countryCode, contactNumber, streetDirection, streetUnit, ...contact } = draft.contact;
  return {
    idempotencyKey: order.idempotencyKey,
    quoteId: order.quoteId,
    cartId: order.cartId,
    ...(method.kind === 'saved' && { cardId: method.card.id }),
    ...(method.kind === 'new' && {
      paymentToken: method.token.paymentToken,
      // Autopay charges a saved card.
      saveCard: draft.saveCard || autopay !== undefined,
    }),
    ...lineInput(draft),
    ...contact,
    contactNumber: e164(contactNumber, countryCode) ?? contactNumber,
    ...(streetDirection && { streetDirection }),
    ...(streetUnit && { streetUnit }),
    zipCode: draft.zipCode,
    ...(mailedLine(draft, lines) !== undefined && { shipping: shippingAddress(draft) }),
    ...(further.length > 0 && { more: further }),
    ...(autopay !== undefined && { autopay: { consent: autopay } }),
    ...(order.besides.length > 0 && { besides: [...order.besides] }),
  };
}
