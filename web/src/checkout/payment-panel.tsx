import { useLingui } from '@lingui/react';
import { maskedCard } from '@portside/contract/formats';
import { type Card, listCards } from '@portside/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { Badge } from '../ui/badge.tsx';
import { CardNetwork, cardNetworkLabel } from '../ui/card-network.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CardForm } from './card-form.tsx';
import type { Draft } from './draft.ts';
import type { Method } from './order-input.ts';
import type { LoadCardProvider } from './provider-script.ts';
import { type PayAction, PayFoot } from './step-actions-panel.tsx';
import { cardHolds } from './step-rules.ts';
import type { StepProps } from './use-step-form.ts';

interface PaymentPanelProps extends StepProps {
  draft: Draft;
  save: (part: Partial<Draft>) => void;
  /** The saved card that was chosen before. */
  cardId?: string | undefined;
  loadProvider: LoadCardProvider;
  /** What is to be paid. */
  amountCents: number;
  /** A saved card was chosen, or none. */
  onChoice?: ((cardId: string | undefined) => void) | undefined;
  onPay: (method: Method) => void;
  action: PayAction;
  /** Paid for somebody else’s account: a new card, which is not kept (P04). */
  once?: boolean;
}

const StripeCardForm = lazy(() => import('./stripe-card-form.tsx'));

const FORM = 'form';
// A constant, because the form reacts when its faults change.
const none: StepProps['faults'] = [];

export function PaymentPanel(props: PaymentPanelProps) {
  const { draft, save, owner, cardId, faults, loadProvider, onChoice, onPay, onBack } = props;
  const { action, amountCents, once = false } = props;
  const { i18n } = useLingui();
  const { payment } = usePage().brand;
  const call = useCall();
  const [chosen, setChosen] = useState<{ value: string; declined: boolean }>();
  const [now] = useState(() => new Date());
  const { data, isLoading } = useQuery({
    queryKey: ['cards'],
    queryFn: ({ signal }) => call(listCards, {}, { signal }),
    enabled: !once,
  });

  useEffect(() => {
    // Preloaded; saved cards work without it. An outside provider waits for its form.
    if (payment.kind !== 'stripe') loadProvider(payment).catch(() => undefined);
  }, [loadProvider, payment]);

  if (isLoading) return <Waiting />;
  const cards = (!once && data?.cards) || [];
  const usable = cards.filter((card) => cardHolds(card.expiry, now));
  const first = firstCard(usable, cardId);
  const failedSince = cards.some(
    (card) => card.id === chosen?.value && card.declined && !chosen.declined,
  );
  const choice = (failedSince ? undefined : chosen?.value) ?? first?.id ?? FORM;
  const tiles = [
    ...cards.map((card) => savedTile(card, usable.includes(card))),
    {
      value: FORM,
      label: i18n.t('New card'),
      aside: <Icon className="text-ink-soft" name="plus" size={22} />,
    },
  ];

  function savedTile(card: Card, holds: boolean) {
    const name = cardNetworkLabel(card.network ?? '') || i18n.t('Card');
    return {
      value: card.id,
      disabled: !holds,
      label: (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="tabular-nums">
            {name} {maskedCard(card.last4Digits)}
          </span>
          {card.primaryCard && <Badge tone="action">{i18n.t('Primary')}</Badge>}
          {!holds && <Badge tone="quiet">{i18n.t('Expired')}</Badge>}
        </span>
      ),
      detail: i18n.t('{name}, expires {expiry}', {
        name: card.cardholderName,
        expiry: card.expiry,
      }),
      aside: <CardNetwork name={card.network ?? ''} quiet />,
    };
  }

  function choose(value: string) {
    const declined = cards.some((card) => card.id === value && card.declined);
    setChosen({ value, declined });
    onChoice?.(value === FORM ? undefined : value);
  }

  function paySaved() {
    const card = usable.find((one) => one.id === choice);
    if (card) onPay({ kind: 'saved', card });
  }

  const form = { once, action, draft, faults: none, owner, onBack, onCard: onPay, save };
  const refused = faults.find((fault) => fault.field === 'card')?.message;
  return (
    <div className="flex flex-col gap-6">
      {refused && (
        <div role="alert">
          <FaultLine>{refused}</FaultLine>
        </div>
      )}
      {tiles.length > 1 && (
        <RadioCards
          cards={tiles}
          legend={i18n.t('Pay with')}
          name="card"
          onChange={choose}
          quietLegend
          value={choice}
        />
      )}
      {choice !== FORM ? (
        <>
          {action.above?.(false)}
          <PayFoot action={action} onBack={onBack} onPay={paySaved} />
        </>
      ) : payment.kind === 'stripe' ? (
        <Suspense fallback={<Waiting />}>
          <StripeCardForm {...form} amountCents={amountCents} />
        </Suspense>
      ) : (
        <CardForm {...form} loadProvider={loadProvider} />
      )}
    </div>
  );
}

/** The one that was chosen before, or the primary one; a card that was declined comes last. */
function firstCard(usable: readonly Card[], before: string | undefined): Card | undefined {
  const good = usable.filter((card) => !card.declined);
  const among = good.length > 0 ? good : usable;
  const chosen = among.find((card) => card.id === before);
  return chosen ?? among.find((card) => card.primaryCard) ?? among[0];
}

function Waiting() {
  return (
    <div className="grid min-h-48 place-items-center">
      <Spinner />
    </div>
  );
}
