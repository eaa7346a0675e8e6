import type { I18n } from '@lingui/core';
import { money } from '@portside/contract/formats';
import type { PaymentDetails } from '@portside/contract/payments';

export interface AmountLine {
  readonly label: string;
  readonly amount: string;
}

/** In the order of D14. */
export function amountLines(i18n: I18n, details: PaymentDetails): AmountLine[] {
  const { discountAmount } = details;
  const amounts: readonly (readonly [string, number | null | undefined])[] = [
    [i18n.t('Order Total'), details.orderTotal],
    [i18n.t('Tax Amount'), details.taxAmount],
    [i18n.t('Regulatory Fee'), details.regulatoryFee],
    [i18n.t('Activation Fee'), details.activationFee],
    [i18n.t('Discount'), discountAmount && -discountAmount],
  ];
  return amounts.flatMap(([label, amount]) =>
    typeof amount === 'number' ? [{ label, amount: money(amount, i18n.locale) }] : [],
  );
}
