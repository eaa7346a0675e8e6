import type { I18n } from '@lingui/core';
import { cardNetworkLabel } from '../ui/card-network.tsx';

/** "Visa ending in 4242". */
export function cardName(
  i18n: I18n,
  { network, last4Digits }: { network: string | null | undefined; last4Digits: string },
): string {
  if (!last4Digits) return network ? cardNetworkLabel(network) : i18n.t('Card');
  return network
    ? i18n.t('{network} ending in {digits}', {
        network: cardNetworkLabel(network),
        digits: last4Digits,
      })
    : i18n.t('Card ending in {digits}', { digits: last4Digits });
}
