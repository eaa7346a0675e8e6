import { type Amounts, sumUp } from './amounts.ts';
import { allItems } from './item-words.ts';
import type { ChargedRow, ChargeRow, ChargeStatus, PaidPart } from './rows.ts';

type OfAll = Pick<
  ChargedRow,
  'charge_status' | 'returned_cents' | 'going_back_cents' | 'returned_to' | 'credited' | 'parts'
>;

/** A payment for several lines as the one that it is: read with the first line's alone (P03). */
export function inAll<Row extends OfAll>(row: Row): Row {
  const { parts } = row;
  if (!parts) return row;
  const ways = new Set(parts.flatMap(({ returned_to: some }) => some ?? []));
  const credited = parts.flatMap(({ credited: some }) => some ?? []);
  return {
    ...row,
    charge_status: statusOfAll(parts),
    returned_cents: sum(parts, (part) => part.returned_cents),
    going_back_cents: sum(parts, (part) => part.going_back_cents ?? 0) || null,
    returned_to: ways.size > 0 ? [...ways] : null,
    credited:
      credited.length > 0 ? credited.toSorted((a, b) => +new Date(a.at) - +new Date(b.at)) : null,
  };
}

/** As long as one of them is paid, it is. A part that cost nothing decides nothing. */
function statusOfAll(parts: readonly PaidPart[]): ChargeStatus {
  const costing = parts.filter(({ cents }) => cents > 0);
  const all = new Set((costing.length > 0 ? costing : parts).map(({ status }) => status));
  const [only] = all;
  if (only && all.size === 1) return only;
  return (['paid', 'refund_failed'] as const).find((status) => all.has(status)) ?? 'refunding';
}

const sum = (parts: readonly PaidPart[], of: (part: PaidPart) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

export const sumOf = (all: readonly ChargeRow[]): number =>
  all.reduce((sum, { amount_cents: cents }) => sum + cents, 0);

export const inOneItem = (all: readonly ChargeRow[]): string =>
  allItems(all.map(({ item }) => item));

/** Each line of it says of which charge it is. */
export function inOneBill(all: readonly ChargeRow[]): Amounts {
  const [first] = all as [ChargeRow];
  if (all.length === 1) return first.amounts;
  const lines = all.flatMap(({ amounts }, at) =>
    amounts.lines.map((line) => ({ ...line, part: at + 1 })),
  );
  return { ...sumUp(lines, first.amounts.place), finalCheckoutAmount: sumOf(all) };
}
