import { phone } from '@portside/contract/phone';
import { monthsOf } from '../payments/bill-lines.ts';
import { days, hours } from '../clock.ts';
import type { ChargeFact, HoldFact, LineFact, LineFacts, OrderFact } from './line-facts.ts';

/** Whose money went back, or is on its way. */
const RETURNED = new Set(['refunding', 'refund_failed', 'refunded']);
const UNSETTLED = new Set(['placed', 'confirm']);
const PERIOD = days(30);
const TOLD_BEFORE = days(3);
const BANK_WAITS = hours(1);

/** What must hold at every moment, whatever happened. @returns what does not */
export function brokenRules(facts: LineFacts): string[] {
  return [
    ...facts.lines.flatMap((line) => [
      ...periodFaults(line, facts),
      ...suspensionFaults(line),
      ...autopayFaults(line, facts),
    ]),
    ...paidOnce(facts.orders),
    ...facts.orders.flatMap((order) => moneyFaults(order, facts)),
    ...creditFaults(facts),
  ];
}

/** What must hold as soon as everything works and time has passed. @returns what does not */
export function unsettledRules(facts: LineFacts): string[] {
  return [
    ...facts.lines.flatMap((line) => lateFaults(line, facts)),
    ...facts.lines.flatMap((line) => unusedFaults(line, facts)),
    ...facts.orders.flatMap((order) => unfinished(order, facts)),
  ];
}

/** What of an ended line never begins became credit (P10). */
const unusedFaults = ({ id, status, periods }: LineFact, { now }: LineFacts) =>
  status === 'ended' && periods.some(({ from }) => from > now)
    ? [`${id} has ended, and periods are paid that never begin`]
    : [];

const iso = (at: Date | null) => at?.toISOString() ?? 'never';

/** Of a hold each ten days that have begun cost a day, and the rest of it comes after what is paid. */
const lengthened = ({ from, to }: HoldFact) => {
  const time = to.getTime() - from.getTime();
  return time - Math.ceil(time / days(10)) * days(1);
};

function periodFaults(
  { id, status, paidUntil, holds, ...line }: LineFact,
  facts: LineFacts,
): string[] {
  // What had not begun when the line ended is credit.
  const periods =
    status === 'ended' ? line.periods.filter(({ from, to }) => from < to) : line.periods;
  const isShorter = periods.length < line.periods.length;
  /** A plan that is changed now cuts periods short; they stay so when it is refunded later (0510). */
  const isCut =
    facts.orders.some((one) => one.lineId === id && one.kind === 'plan_change') ||
    line.handedOverAt !== null ||
    line.takenOverAt !== null;
  const faults = periods.flatMap(({ number, from, to, orderId }, at) => {
    const before = periods[at - 1];
    const found: string[] = [];
    if (before && number <= before.number) found.push(`period ${number} of ${id} is not the next`);
    const length = to.getTime() - from.getTime();
    const isHeld = holds.some((one) => one.from < to && one.to >= from);
    if (!isHeld && (isCut ? length > PERIOD : length !== PERIOD)) {
      found.push(`period ${number} of ${id} is not 30 days`);
    }
    if (before && from < before.to) found.push(`period ${number} of ${id} overlaps`);
    if (from > facts.now && from > (before?.to ?? facts.now)) {
      found.push(`nothing is paid before period ${number} of ${id} begins`);
    }
    const order = facts.orders.find((one) => one.id === orderId);
    // What came with a line was paid by somebody else, before.
    const came = orderId === null && line.takenOverAt !== null;
    if (order?.status !== 'paid' && !came) {
      found.push(`period ${number} of ${id} is paid by an order that is ${order?.status}`);
    }
    return found;
  });
  // What was refunded took its part of a hold along.
  if (!isCut && !facts.orders.some(({ status }) => RETURNED.has(status))) {
    const time = periods.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
    const due = holds.reduce((sum, one) => sum + lengthened(one), periods.length * PERIOD);
    if (time !== due)
      faults.push(`${id} has ${time / days(1)} days, and ${due / days(1)} are paid`);
  }
  const end = periods.at(-1)?.to ?? null;
  if (end && !isShorter && iso(end) !== iso(paidUntil)) {
    faults.push(`${id} is paid until ${iso(paidUntil)}, its periods until ${iso(end)}`);
  }
  return faults;
}

function suspensionFaults({ id, status, reasons, paidUntil }: LineFact): string[] {
  return [
    ...(status === 'active' && reasons.length > 0
      ? [`${id} is active, with ${reasons.join()}`]
      : []),
    ...(status === 'active' && !paidUntil ? [`${id} is active and was never paid`] : []),
  ];
}

/** A charge that nobody was there for is one that was wanted and told. */
function autopayFaults(line: LineFact, facts: LineFacts): string[] {
  const orders = new Set(
    facts.orders.filter(({ lineId }) => lineId === line.id).map(({ id }) => id),
  );
  const charges = facts.charges.filter((one) => !one.present && orders.has(one.orderId));
  return charges.flatMap((charge) => {
    const wanted = line.consents.findLast((one) => one.at <= charge.at)?.on;
    if (!wanted) return [`autopay of ${line.id} was off when it charged at ${iso(charge.at)}`];
    const told = toldCents(line, charge, facts);
    if (told === undefined) return [`the charge of ${line.id} at ${iso(charge.at)} was not told`];
    return charge.cents > told ? [`${charge.cents} were charged where ${told} were told`] : [];
  });
}

/**
 * By the newest email before the charge, since the last payment; zero days ahead when turned on, and
 * when the customer notes another plan meanwhile (K09).
 */
function toldCents(line: LineFact, charge: ChargeFact, facts: LineFacts): number | undefined {
  const paid = line.periods.findLast((one) => one.paidAt < charge.at)?.paidAt ?? new Date(0);
  const about = facts.emails.filter(
    ({ text, at }) => at >= paid && at <= charge.at && text.includes(phone(line.mdn)),
  );
  const told = about.findLast(({ subject, text, at }) => {
    if (subject.startsWith('Autopay is on')) return /The (?:next|first) charge is/.test(text);
    const early = charge.at.getTime() - at.getTime();
    return /^(?:Autopay charges|Your credit pays for)/.test(subject) && early >= TOLD_BEFORE;
  });
  const noted = about.findLast(({ text }) => NOTED.test(text));
  if (told && noted && noted.at >= told.at) return centsIn(NOTED.exec(noted.text)?.[1]);
  // Of several lines together, what is said of this one.
  const all = told && `${told.subject}\n${told.text}`;
  const own = all?.split('\n').find((one) => one.includes('$') && one.includes(phone(line.mdn)));
  const words = own ?? all;
  // With credit that may be used before then, what the card is charged at most.
  const most = words && (/ up to \$([\d,.]+\d)/.exec(words) ?? /\$([\d,.]+\d)/.exec(words));
  return most ? centsIn(most[1]) : undefined;
}

const NOTED =
  /The next 30 days (?:then cost .* fees: )?(?:cost )?\$([\d,.]+\d)(?: in all|, (?:.*, )?taxes and fees included)/;

const centsIn = (amount: string | undefined) =>
  amount === undefined ? undefined : Math.round(Number(amount.replace(',', '')) * 100);

/** Of one line and what was bought for it, one payment is kept. */
function paidOnce(orders: readonly OrderFact[]): string[] {
  const held = new Map<string, number>();
  for (const { id, lineId, paysFor, held: count } of orders) {
    const name = lineId ? `${paysFor} of ${lineId}` : `order ${id}`;
    held.set(name, (held.get(name) ?? 0) + count);
  }
  return [...held].flatMap(([name, count]) =>
    count > 1 ? [`${name} was paid ${count} times`] : [],
  );
}

function moneyFaults(order: OrderFact, { charges, lines, credit }: LineFacts): string[] {
  const { id, status, cents, taken, givenBack, parts, creditUsed, lineId } = order;
  const found: string[] = [];
  const billed = order.lines.reduce((sum, one) => sum + one.cents, 0);
  if (billed !== cents) found.push(`the lines of ${id} are ${billed}, its total ${cents}`);
  if (givenBack > taken) found.push(`${givenBack} went back of the ${taken} of ${id}`);
  const left = taken - givenBack;
  // A part that was asked for is on its way.
  if (status === 'paid' && (left > cents || left < cents - parts)) {
    found.push(`${id} is paid: ${cents}; the provider has ${left}`);
  }
  const isPaid = status === 'paid' || RETURNED.has(status);
  const ours = charges.filter((one) => one.orderId === id && one.status === 'paid').length;
  if (ours > 1) found.push(`${ours} charges of ${id} are paid`);
  const isOfPeriod = order.kind === 'renewal' || order.kind === 'plan_change';
  const periods = lines
    .flatMap((line) => line.periods.filter((one) => one.orderId === id))
    .filter(() => isOfPeriod).length;
  const due = status === 'paid' ? monthsOf(order.lines) : 0;
  if (lineId && isOfPeriod && periods !== due) {
    found.push(`${id} is ${status}, and pays for ${periods} periods`);
  }
  const spent = credit
    .filter(({ cause, reason }) => cause === id && (reason === 'used' || reason === 'returned'))
    .reduce((sum, one) => sum + one.cents, 0);
  const owed = isPaid && !RETURNED.has(status) ? -creditUsed : 0;
  if (spent !== owed) found.push(`${id} is ${status} with ${creditUsed} of credit, noted ${spent}`);
  return found;
}

/** Below zero only where the payment of unused days, which a change has used, went back (0510). */
function creditFaults({ credit, orders }: LineFacts): string[] {
  const balance = credit.reduce((sum, one) => sum + one.cents, 0);
  const isOwed = orders.some((one) =>
    credit.some(({ cause, cents }) => cause === `${one.id} returned` && cents < 0),
  );
  return balance < 0 && !isOwed ? [`the credit is ${balance}`] : [];
}

const atCarrier: Readonly<Record<string, string>> = { active: 'active', suspended: 'suspended' };

function lateFaults(line: LineFact, { now }: LineFacts): string[] {
  const { id, status, reasons, paidUntil, autopay } = line;
  const found: string[] = [];
  const should = atCarrier[status] ?? 'released';
  if (line.atCarrier !== should && !line.isGone) {
    found.push(`${id} is ${status}, and ${line.atCarrier} at the carrier`);
  }
  if (status === 'suspended' && reasons.length === 0) found.push(`${id} is paused for nothing`);
  const isLate = paidUntil !== null && paidUntil <= now;
  if (status !== 'ended' && isLate !== reasons.includes('unpaid')) {
    found.push(
      `${id} is paid until ${iso(paidUntil)}, and paused by ${reasons.join() || 'nobody'}`,
    );
  }
  if (
    autopay?.on &&
    status !== 'ended' &&
    [autopay.chargeAt, autopay.announceAt].some((at) => at && at < now)
  ) {
    found.push(`autopay of ${id} is behind: ${iso(autopay.announceAt)}, ${iso(autopay.chargeAt)}`);
  }
  return found;
}

function unfinished(
  { id, status, taken, givenBack }: OrderFact,
  { charges, now }: LineFacts,
): string[] {
  if (status === 'refunding') return [`${id} is not refunded`];
  if (status === 'paid' || RETURNED.has(status)) return [];
  const since = charges.findLast((one) => one.orderId === id)?.at ?? now;
  if (status === 'placed') return [`${id} has no end`];
  if (UNSETTLED.has(status)) {
    return now.getTime() - since.getTime() > BANK_WAITS ? [`${id} waits for the bank`] : [];
  }
  return taken > givenBack ? [`${id} is ${status}, and the provider has its money`] : [];
}
