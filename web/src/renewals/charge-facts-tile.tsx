import { useLingui } from '@lingui/react';
import type { Autopay } from '@portside/contract/autopay';
import { dateAlone, money } from '@portside/contract/formats';
import type { Card } from '@portside/contract/payments';
import type { ReactNode } from 'react';
import { usePage } from '../api/page.tsx';
import { CardNetwork } from '../ui/card-network.tsx';
import { cardLabel } from './card-label.ts';

interface ChargeFactsProps {
  charge: NonNullable<Autopay['nextCharge']>;
  /** Before it is agreed to. */
  first?: boolean;
}

/** Day, amount and card of what autopay charges next. */
export function ChargeFacts({ charge, first = false }: ChargeFactsProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { on, amount, onCard = amount, card, second } = charge;
  return (
    <dl className="max-w-xl border-y">
      <Row name={first ? i18n.t('First charge') : i18n.t('Next charge')}>
        {charge.atOnce
          ? first
            ? i18n.t('Today, as soon as you turn it on')
            : i18n.t('Now')
          : dateAlone(on, brand.timeZone, language)}
      </Row>
      <Row name={i18n.t('Amount')}>
        {money(amount, language)}
        {onCard < amount && (
          <span className="block text-fine text-ink-soft">
            {onCard === 0
              ? i18n.t('Your credit pays for it. The card isn’t charged.')
              : i18n.t('{credit} of your credit is used first. The card is charged {rest}.', {
                  credit: money(amount - onCard, language),
                  rest: money(onCard, language),
                })}{' '}
            {i18n.t('If that credit is used before then, the card is charged up to {total}.', {
              total: money(amount, language),
            })}
          </span>
        )}
      </Row>
      <Row name={i18n.t('Card')}>
        <ShownCard card={card} />
      </Row>
      {second && (
        <Row name={i18n.t('If it’s refused')}>
          <ShownCard card={second} />
        </Row>
      )}
    </dl>
  );
}

function ShownCard({ card }: { card: Card }) {
  const { i18n } = useLingui();
  return (
    <span className="inline-flex items-center gap-3">
      <CardNetwork name={card.network ?? ''} quiet />
      {cardLabel(i18n, card)}
    </span>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5 not-first:border-t">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-end font-strong tabular-nums">{children}</dd>
    </div>
  );
}
