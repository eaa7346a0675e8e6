import type { OrderAnswer } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import type { App } from '../app.ts';
import { ownerOfRow, type Customer } from '../http/who.ts';
import { findLineOfOrder } from '../lines/lines.ts';
import { dollars } from '../money.ts';
import { byPeople, listRefunds } from '../payments/refunds.ts';
import { say } from '../words/say.ts';
import { chargeOf } from './order-charge.ts';
import { isReturned } from './order-status.ts';
import type { OrderRow } from './store.ts';

type Returned = Extract<OrderAnswer['status'], 'refunding' | 'refund_failed' | 'refunded'>;

/** Each may be an eSIM or a card that is mailed. */
const begun = {
  paid: 'We received your payment and are preparing your lines.',
  free: 'There was nothing to charge, and we’re preparing your lines.',
} as const;

const someBack = {
  paid: 'We received your payment. {lines} Your other lines stay as they are.',
  free: 'There was nothing to charge. {lines} Your other lines stay as they are.',
} as const;

const refusedLine: Readonly<Record<Returned, string>> = {
  refunding: 'Line {part}, {plan}: we couldn’t set it up and are refunding {total}.',
  refund_failed:
    'Line {part}, {plan}: we couldn’t set it up, and your bank didn’t accept the refund of {total}. We’ll refund you another way and email you when it’s done.',
  refunded: 'Line {part}, {plan}: we couldn’t set it up and refunded {total}.',
};

/** Given back by people. */
const givenBack: Readonly<Record<Returned, string>> = {
  refunding: 'Line {part}, {plan}: we’re refunding {total}.',
  refund_failed:
    'Line {part}, {plan}: your bank didn’t accept the refund of {total}. We’ll refund you another way and email you when it’s done.',
  refunded: 'Line {part}, {plan}: we refunded {total}.',
};

const nothingPaid = {
  refused: 'Line {part}, {plan}: we couldn’t set it up. There was nothing to charge for it.',
  givenBack: 'Line {part}, {plan}: it was canceled. There was nothing to charge for it.',
} as const;

const again = '{lines} Choose a plan again to start a new order.';

/**
 * Of a payment for several lines that came in (P03), in their order. It is closed once all went
 * back; until then it is paid, and says which did.
 */
export async function answerOfSeveral(
  app: App,
  { language }: Pick<Customer, 'language'>,
  orderId: string,
  orders: readonly OrderRow[],
): Promise<OrderAnswer> {
  const way = orders.every((order) => centsOf(order) === 0) ? 'free' : 'paid';
  const numbered = orders.map((order, at) => ({ order, part: at + 1 }));
  const back = await Promise.all(
    numbered.filter(({ order }) => isReturned(order.status)).map((one) => lineBack(app, one)),
  );
  if (back.length === 0) return { orderId, status: 'paid', message: say(language, begun[way]) };
  const lines = back.map((one) => sentenceOf(language, one)).join(' ');
  if (back.length < orders.length) {
    return { orderId, status: 'paid', message: say(language, someBack[way], { lines }) };
  }
  const message = back.every((one) => one.isRefused) ? say(language, again, { lines }) : lines;
  const now = new Set(back.map(({ status }) => status));
  const status = (['refund_failed', 'refunding'] as const).find((one) => now.has(one));
  return { orderId, status: status ?? 'refunded', message };
}

interface LineBack {
  readonly order: OrderRow;
  readonly part: number;
  readonly status: Returned;
  /** By the carrier; else people gave it back. */
  readonly isRefused: boolean;
}

async function lineBack(app: App, one: Pick<LineBack, 'order' | 'part'>): Promise<LineBack> {
  const { order } = one;
  const isRefused = !(await isGivenBack(app, order));
  return { ...one, status: order.status as Returned, isRefused };
}

function sentenceOf(language: string, { order, part, status, isRefused }: LineBack): string {
  const cents = centsOf(order);
  const free = isRefused ? nothingPaid.refused : nothingPaid.givenBack;
  const sentence = cents === 0 ? free : (isRefused ? refusedLine : givenBack)[status];
  const total = money(dollars(cents), language);
  return say(language, sentence, { part, plan: order.quote.planName, total });
}

const centsOf = ({ quote }: OrderRow) => quote.amounts.finalCheckoutAmount;

/** By people. No refund tells it of what no card had paid for; a line that was refused has no number. */
export async function isGivenBack(app: App, order: OrderRow): Promise<boolean> {
  const db = app.db.query;
  if (centsOf(order) > 0) return byPeople(await listRefunds(db, chargeOf(order)));
  const line = await findLineOfOrder(db, ownerOfRow(order), order.id);
  return Boolean(line?.mdn);
}
