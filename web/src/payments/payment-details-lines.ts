import type { I18n } from '@lingui/core';
import { money } from '@portside/contract/formats';
import {
  type PaymentDetails,
  type PaymentLineKind,
  paymentLines,
} from '@portside/contract/payments';

export interface AmountLine {
  readonly label: string;
  readonly amount: string;
}

/** In the order of D14. They add up to the final amount. */
export function amountLines(i18n: I18n, details: PaymentDetails): AmountLine[] {
  const labels: Readonly<Record<PaymentLineKind, string>> = {
    orderTotal: i18n.t('Order Total'),
    taxAmount: i18n.t('Tax Amount'),
    regulatoryFee: i18n.t('Regulatory Fee'),
    activationFee: i18n.t('Activation Fee'),
    discountAmount: i18n.t('Discount'),
    creditForUnusedDays: i18n.t('Credit for Unused Days'),
    creditUsed: i18n.t('Credit Used'),
    creditLeft: i18n.t('Added to Your Credit'),
  };
  return paymentLines(details).map(({ kind, amount }) => ({
    label: labels[kind],
    amount: money(amount, i18n.locale),
  }));
}
