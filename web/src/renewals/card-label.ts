import type { I18n } from '@lingui/core';
import { maskedCard } from '@portside/contract/formats';
import type { Card } from '@portside/contract/payments';
import { cardNetworkLabel } from '../ui/card-network.tsx';

/** `Visa •••• 4242`. */
export const cardLabel = (i18n: I18n, { network, last4Digits }: Card): string =>
  `${cardNetworkLabel(network ?? '') || i18n.t('Card')} ${maskedCard(last4Digits)}`;
