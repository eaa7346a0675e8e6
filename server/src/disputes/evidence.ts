import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { findOwner } from '../account/person.ts';
import type { DisputeEvidence } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { type PaidLine, type PaidPart, partsOfPayment } from '../checkout/line-of-order.ts';
import { pageAddress } from '../emails/email.ts';
import { dollars } from '../money.ts';
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

interface Delivered extends PaidPart {
  readonly delivery: DisputeEvidence;
}

/** Receipt, consent, usage, logins, delivery: what there is of each, and nothing that is not known. */
export async function assembleEvidence(
  app: App,
  brand: Brand,
  { owner, charge }: DisputedCharge,
  added = '',
): Promise<Assembled> {
  const db = app.db.query;
  const [person, parts, receipt, activity] = await Promise.all([
    findOwner(app.db.query, owner),
    partsOfPayment(db, owner, charge.orderId),
    receiptText(app, brand, owner, charge),
    activityForStaff(app, owner, { before: undefined, limit: ENTRIES }),
  ]);
  const own = activity.filter(({ agent, network }) => agent === undefined && network !== '');
  const paidAt = charge.at.toISOString();
  const network = own.find(({ at }) => at <= paidAt)?.network;
  const lines = parts.flatMap(({ line }) => line ?? []);
  const [used, delivered] = await Promise.all([
    Promise.all(lines.map((line) => usage(app, line, charge.at, lines.length > 1))),
    Promise.all(
      parts.map(async (part) => ({
        ...part,
        delivery: part.line ? await deliveryOf(app, part.line) : {},
      })),
    ),
  ]);
  // The provider takes one: several lines' cards went to one address.
  const { delivery } = delivered.find((one) => one.delivery.shippingDate !== undefined) ?? {};
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
    product: cut(productWords(brand, receipt.item, delivered), LONG),
    serviceDate: stamp(paidAt),
    ...(log.length + used.flat().length > 0 && {
      activity: cut([...used.flat(), ...log].join('\n'), LONG),
    }),
    ...delivery,
    other: cut(
      [added, consent(brand, charge), `Receipt:\n${receipt.text}`].filter(Boolean).join('\n\n'),
      LONG,
    ),
  };
  return { evidence, erased: !person?.email };
}

const productWords = (brand: Brand, item: string, parts: readonly Delivered[]) =>
  [
    `${item}: mobile phone service of ${brand.company} (${brand.product}), paid in advance.`,
    ...(parts.length > 1
      ? parts.map(ofSeveralWords)
      : parts.flatMap(({ line }) => (line ? lineWords(line) : []))),
  ].join('\n');

const lineWords = (line: PaidLine): string[] => [
  ...(line.number ? [`It was for the phone number ${phone(line.number)}.`] : []),
  ...(line.activatedAt
    ? [`The line has been active since ${stamp(line.activatedAt.toISOString())}.`]
    : []),
  ...(line.activatedAt && line.simType === 'esim'
    ? ['It is an eSIM: it was delivered over the network, and nothing was mailed.']
    : []),
];

/** Each with the mail of its own card: the provider's fields hold one. */
function ofSeveralWords({ item, cents, line, delivery }: Delivered, at: number): string {
  const { shippingDate, shippingCarrier, trackingNumber } = delivery;
  const by = shippingCarrier ? ` by ${shippingCarrier}` : '';
  const tracked = trackingNumber ? `, tracking number ${trackingNumber}` : '';
  return [
    `Line ${at + 1}, ${item}, ${money(dollars(cents))}:`,
    ...(line ? lineWords(line) : ['It has no line.']),
    ...(shippingDate ? [`Its SIM card was sent${by} on ${shippingDate}${tracked}.`] : []),
  ].join(' ');
}

/** Only what the product itself has seen. */
const consent = (brand: Brand, { at, present }: DisputedCharge['charge']) =>
  present
    ? `Consent: logged in to their account, the customer pressed the button to pay on ${stamp(at.toISOString())}, below the price of each item and the words “By paying you agree to our Terms & Conditions” (${pageAddress({ brand, language: 'en' }, '/terms-and-conditions')}).`
    : `Consent: an automatic payment, on ${stamp(at.toISOString())}, with the card that the customer saved for it. The customer can turn automatic payments off in their account at any time.`;

async function usage(
  app: App,
  line: PaidLine,
  since: Date,
  isOneOfMany: boolean,
): Promise<string[]> {
  const used = await usedBetween(app.db.query, line.id, { from: since, until: app.clock.now() });
  const name = isOneOfMany ? `the line ${phone(line.number)}` : 'the line';
  return used.length === 0
    ? []
    : [`Since this payment ${name} was used, as the network counted: ${used.join(', ')}.`];
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
