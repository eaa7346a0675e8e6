import { phone } from '@portside/contract/phone';
import { findOwner } from '../account/person.ts';
import type { DisputeEvidence } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { lineOfOrder, type PaidLine } from '../checkout/line-of-order.ts';
import { pageAddress } from '../emails/email.ts';
import type { DisputedCharge } from '../payments/disputed-charges.ts';
import { receiptText } from '../payments/receipts.ts';
import { activityForStaff } from '../sessions/activity.ts';
import { lastCardOf } from '../shipping/shipments.ts';
import { usedBetween } from '../usage/used-between.ts';

/** What a provider's fields hold; whatever is longer is cut at a line. */
const SHORT = 5000;
const LONG = 20_000;
const ENTRIES = 60;

export interface Assembled {
  readonly evidence: DisputeEvidence;
  readonly erased: boolean;
}

/** Receipt, consent, usage, logins, delivery: what there is of each, and nothing that is not known. */
export async function assembleEvidence(
  app: App,
  brand: Brand,
  { owner, charge }: DisputedCharge,
  added = '',
): Promise<Assembled> {
  const db = app.db.query;
  const [person, line, receipt, activity] = await Promise.all([
    findOwner(app.db.query, owner),
    lineOfOrder(db, owner, charge.orderId),
    receiptText(app, brand, owner, charge),
    activityForStaff(app, owner, { before: undefined, limit: ENTRIES }),
  ]);
  const own = activity.filter(({ agent, network }) => agent === undefined && network !== '');
  const paidAt = charge.at.toISOString();
  const network = own.find(({ at }) => at <= paidAt)?.network;
  const [used, delivery] = await Promise.all([
    line && usage(app, line, charge.at),
    line && deliveryOf(app, line),
  ]);
  const name = person && `${person.firstName} ${person.lastName}`.trim();
  const log = own.map(({ at, network: from, browser, message }) =>
    [stamp(at), from, browser, message].filter(Boolean).join(', '),
  );
  const evidence: DisputeEvidence = {
    ...(name && { customerName: cut(name, SHORT) }),
    ...(person?.email && { customerEmail: person.email }),
    ...(network && charge.present && { customerNetwork: network }),
    ...(receipt.customer.length > 0 && {
      billingAddress: cut(receipt.customer.join('\n'), SHORT),
    }),
    product: cut(productWords(brand, receipt.item, line), LONG),
    serviceDate: stamp(paidAt),
    ...(log.length + (used?.length ?? 0) > 0 && {
      activity: cut([...(used ?? []), ...log].join('\n'), LONG),
    }),
    ...delivery,
    other: cut(
      [added, consent(brand, charge), `Receipt:\n${receipt.text}`].filter(Boolean).join('\n\n'),
      LONG,
    ),
  };
  return { evidence, erased: !person?.email };
}

const productWords = (brand: Brand, item: string, line: PaidLine | undefined) =>
  [
    `${item}: mobile phone service of ${brand.company} (${brand.product}), paid in advance.`,
    line?.number && `It was for the phone number ${phone(line.number)}.`,
    line?.activatedAt && `The line has been active since ${stamp(line.activatedAt.toISOString())}.`,
    line?.activatedAt &&
      line.simType === 'esim' &&
      'It is an eSIM: it was delivered over the network, and nothing was mailed.',
  ]
    .filter(Boolean)
    .join('\n');

/** Only what the product itself has seen. */
const consent = (brand: Brand, { at, present }: DisputedCharge['charge']) =>
  present
    ? `Consent: logged in to their account, the customer pressed the button to pay on ${stamp(at.toISOString())}, below the price of each item and the words “By paying you agree to our Terms & Conditions” (${pageAddress({ brand, language: 'en' }, '/terms-and-conditions')}).`
    : `Consent: an automatic payment, on ${stamp(at.toISOString())}, with the card that the customer saved for it. The customer can turn automatic payments off in their account at any time.`;

async function usage(app: App, line: PaidLine, since: Date): Promise<string[]> {
  const used = await usedBetween(app.db.query, line.id, { from: since, until: app.clock.now() });
  return used.length === 0
    ? []
    : [`Since this payment the line was used, as the network counted: ${used.join(', ')}.`];
}

async function deliveryOf(app: App, { id }: PaidLine): Promise<DisputeEvidence> {
  const card = await lastCardOf(app.db.query, id);
  if (!card?.mailedAt) return {};
  return {
    ...(card.address && { shippingAddress: cut(`${card.recipient}\n${card.address}`, SHORT) }),
    ...(card.carrier && { shippingCarrier: cut(card.carrier, SHORT) }),
    ...(card.trackingNumber && { trackingNumber: cut(card.trackingNumber, SHORT) }),
    shippingDate:
      stamp(card.mailedAt.toISOString()) +
      (card.arrivedAt ? `, arrived ${stamp(card.arrivedAt.toISOString())}` : ''),
  };
}

const stamp = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Whole lines where that is possible. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 2);
  const end = head.lastIndexOf('\n');
  return `${end > most / 2 ? head.slice(0, end) : head}\n…`;
}
