import { useLingui } from '@lingui/react';
import { maskedCard } from '@portside/contract/formats';
import { CardNetwork } from '../ui/card-network.tsx';
import { cardName } from './card-name.ts';

interface CardDigitsProps {
  network: string | null | undefined;
  last4Digits: string | null | undefined;
  mark?: 'always' | 'roomy' | undefined;
}

/** D11; read out as a card "ending in". */
export function CardDigits({ network, last4Digits, mark }: CardDigitsProps) {
  const { i18n } = useLingui();
  if (!last4Digits) return <>{maskedCard(last4Digits)}</>;
  return (
    <span className="inline-flex items-baseline gap-2.5 whitespace-nowrap">
      {mark && network && (
        <span
          className={
            mark === 'roomy' ? 'hidden self-center md:inline-flex' : 'inline-flex self-center'
          }
        >
          <CardNetwork name={network} quiet />
        </span>
      )}
      <span aria-hidden="true">{maskedCard(last4Digits)}</span>
      <span className="sr-only">{cardName(i18n, { network, last4Digits })}</span>
    </span>
  );
}
