import type { PaymentDetails } from '@portside/contract/payments';
import { dollars } from '../money.ts';
import { kindOf, type BillKind, type BillLine } from './bill-lines.ts';

/**
 * D14: final = order total + tax + regulatory fee + activation fee − discount − credits, never
 * below 0.
 */
export interface Amounts {
  orderTotal: number;
  taxAmount: number;
  regulatoryFee: number;
  activationFee: number;
  discountAmount: number;
  /** Absent when zero. */
  creditForUnusedDays?: number;
  creditUsed?: number;
  finalCheckoutAmount: number;
  lines: BillLine[];
  /** The state it was sold in; an earlier version wrote none. */
  place?: string;
}

export type Totals = Omit<Amounts, 'lines' | 'place'>;

export function sumUp(lines: BillLine[], place?: string): Amounts {
  const sum = (...kinds: BillKind[]) =>
    lines
      .filter((line) => kinds.includes(kindOf(line)))
      .reduce((total, line) => total + line.cents, 0);
  const creditForUnusedDays = -sum('unused_days');
  const creditUsed = -sum('credit');
  return {
    orderTotal: sum('plan', 'add_on'),
    taxAmount: sum('tax', 'government_fee'),
    regulatoryFee: sum('company_fee'),
    activationFee: sum('activation'),
    discountAmount: -sum('discount'),
    ...(creditForUnusedDays !== 0 && { creditForUnusedDays }),
    ...(creditUsed !== 0 && { creditUsed }),
    finalCheckoutAmount: Math.max(
      0,
      lines.reduce((total, line) => total + line.cents, 0),
    ),
    lines,
    ...(place && { place }),
  };
}

/** What was taken off beyond what was to pay is the customer's credit from then on. */
export function creditLeft(amounts: Totals): number {
  const { orderTotal, taxAmount, regulatoryFee, activationFee, discountAmount } = amounts;
  const due = orderTotal + taxAmount + regulatoryFee + activationFee - discountAmount;
  const off = (amounts.creditForUnusedDays ?? 0) + (amounts.creditUsed ?? 0);
  return amounts.finalCheckoutAmount - (due - off);
}

/** In dollars; a line that does not apply is absent. */
export function paymentDetails(
  amounts: Totals,
  card: { network: string | null; last4Digits: string },
): PaymentDetails {
  const { taxAmount, regulatoryFee, activationFee, discountAmount } = amounts;
  const { creditForUnusedDays, creditUsed } = amounts;
  // Twenty of these are on a page of the history: no copy for each field.
  const details: PaymentDetails = { orderTotal: dollars(amounts.orderTotal) };
  if (taxAmount) details.taxAmount = dollars(taxAmount);
  if (regulatoryFee) details.regulatoryFee = dollars(regulatoryFee);
  if (activationFee) details.activationFee = dollars(activationFee);
  if (discountAmount) details.discountAmount = dollars(discountAmount);
  if (creditForUnusedDays) details.creditForUnusedDays = dollars(creditForUnusedDays);
  if (creditUsed) details.creditUsed = dollars(creditUsed);
  const left = creditLeft(amounts);
  if (left) details.creditLeft = dollars(left);
  if (card.network) details.paymentMethod = card.network;
  if (card.last4Digits) details.last4DigitCard = card.last4Digits;
  details.finalCheckoutAmount = dollars(amounts.finalCheckoutAmount);
  return details;
}
