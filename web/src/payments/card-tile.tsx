import { useLingui } from '@lingui/react';
import type { Card } from '@portside/contract/payments';
import { useRef } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CardNetwork, cardNetworkLabel } from '../ui/card-network.tsx';
import { classes } from '../ui/classes.ts';
import { CardDigits } from './card-digits-tile.tsx';
import { cardName } from './card-name.ts';

interface CardTileProps {
  card: Card;
  busy: boolean;
  fixed?: boolean;
  onDelete: () => void;
  onSetPrimary: () => void;
}

/** D09, D10. */
export function CardTile({ card, busy, fixed, onDelete, onSetPrimary }: CardTileProps) {
  const { i18n } = useLingui();
  const tile = useRef<HTMLElement>(null);
  const { network, primaryCard, cardholderName, last4Digits, expiry } = card;
  const name = cardName(i18n, card);
  return (
    <article
      aria-label={name}
      className={classes(
        'tile flex min-h-56 flex-col bg-surface px-5 pt-6',
        primaryCard && '[--tile-ink:var(--action)]',
      )}
      ref={tile}
      tabIndex={-1}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="inline-flex items-center gap-2.5 font-strong">
          <CardNetwork name={network ?? ''} quiet />
          {network ? cardNetworkLabel(network) : i18n.t('Card')}
        </span>
        {primaryCard && <Badge tone="action">{i18n.t('Primary')}</Badge>}
      </div>
      <p className="mt-5 text-title font-strong tracking-[0.02em] tabular-nums">
        <CardDigits last4Digits={last4Digits} network={network} />
      </p>
      <dl className="mt-auto flex flex-wrap justify-between gap-4 pt-4 pb-4">
        <div className="min-w-0">
          <dt className="text-fine text-ink-soft">{i18n.t('Name on card')}</dt>
          <dd className="wrap-anywhere">{cardholderName || '-'}</dd>
        </div>
        <div className="text-end">
          <dt className="text-fine text-ink-soft">{i18n.t('Expires')}</dt>
          <dd className="tabular-nums">{expiry || '-'}</dd>
        </div>
      </dl>
      {!fixed && (
        <div className="-mx-5 flex flex-row-reverse flex-wrap justify-between gap-2 border-t px-2 py-1">
          <Button
            aria-disabled={busy}
            icon="trash"
            onClick={() => busy || onDelete()}
            variant="quiet"
          >
            {i18n.t('Delete')}
            <span className="sr-only"> {name}</span>
          </Button>
          {!primaryCard && (
            <Button
              aria-disabled={busy}
              onClick={() => {
                if (busy) return;
                // This button goes; the focus stays with its card.
                tile.current?.focus({ preventScroll: true });
                onSetPrimary();
              }}
              variant="quiet"
            >
              {i18n.t('Set as primary')}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
