import { useLingui } from '@lingui/react';
import type { Card } from '@portside/contract/payments';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useIsAgent } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CardTile } from './card-tile.tsx';
import { DeleteCardDialog } from './delete-card-dialog.tsx';
import { useAddCard } from './use-add-card.ts';
import { usePrimaryCard } from './use-primary-card.ts';
import type { SavedCards } from './use-saved-cards.ts';

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2';

interface CardsPanelProps {
  saved: SavedCards;
  hasActiveLine: boolean;
  /** In the question whether to delete a card: what autopay charges it for. */
  autopay?: (card: Card) => ReactNode;
  /** For tests. */
  leave?: ((url: string) => void) | undefined;
}

/** D01, D09, D10, D15. */
export function CardsPanel({ saved, hasActiveLine, autopay, leave }: CardsPanelProps) {
  const { i18n } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { cards, loading, retrying, retry, checkAgain } = saved;
  const adding = useAddCard(leave);
  const primary = usePrimaryCard();
  const isAgent = useIsAgent();
  // A new key for each question; the old dialog keeps its card while it closes.
  const [asked, ask] = useState<{ card: Card; open: boolean; count: number }>();
  const add = (words: string, look: Partial<Parameters<typeof Button>[0]>) => (
    <Button {...look} icon="plus" loading={adding.loading} onClick={() => void adding.addCard()}>
      {words}
    </Button>
  );
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-12 flex-wrap items-center gap-3">
        <h2 className="text-title" id={id} ref={heading} tabIndex={-1}>
          {i18n.t('Saved cards')}
        </h2>
        {loading && <Spinner size={20} />}
        {!isAgent && add(i18n.t('add card'), { variant: 'quiet', className: 'ms-auto -me-[12px]' })}
      </div>
      {isAgent && (
        <p className="mb-4 text-ink-soft">
          {i18n.t('Only the customer can add, change or delete cards.')}
        </p>
      )}
      {checkAgain && <CheckAgain onCheck={checkAgain} />}
      {loading ? (
        <div className={grid}>
          <Skeleton className="h-56 w-full" />
          <Skeleton className="h-56 w-full max-md:hidden" />
        </div>
      ) : !cards ? (
        <FailedLoad
          className="min-h-56"
          loading={retrying}
          onRetry={retry}
          title={i18n.t('Your cards didn’t load')}
        />
      ) : cards.length > 0 ? (
        <ul className={grid}>
          {cards.map((card) => (
            <li className="grid" key={card.id}>
              <CardTile
                busy={primary.busy}
                card={card}
                fixed={isAgent}
                onDelete={() => ask({ card, open: true, count: (asked?.count ?? 0) + 1 })}
                onSetPrimary={() => void primary.setPrimary(card)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          action={!isAgent && add(i18n.t('Add a card'), {})}
          className="min-h-56 justify-center"
          title={i18n.t('No saved cards')}
        >
          {!isAgent && i18n.t('Tap below to add one')}
        </EmptyState>
      )}
      {asked && (
        <DeleteCardDialog
          afterwards={heading}
          autopay={autopay?.(asked.card)}
          card={asked.card}
          hasActiveLine={hasActiveLine}
          key={asked.count}
          onClose={() => ask({ ...asked, open: false })}
          open={asked.open}
          others={(cards ?? []).filter((card) => card.id !== asked.card.id)}
        />
      )}
    </section>
  );
}

function CheckAgain({ onCheck }: { onCheck: () => void }) {
  const { i18n } = useLingui();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 remark-shape border-fail bg-fail-soft px-4 py-2">
      <p className="py-2">{i18n.t('We couldn’t check if your card was saved.')}</p>
      <Button icon="refresh" onClick={onCheck} variant="quiet">
        {i18n.t('Try again')}
      </Button>
    </div>
  );
}
