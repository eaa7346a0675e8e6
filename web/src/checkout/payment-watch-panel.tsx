import { useLingui } from '@lingui/react';
import { type OrderAnswer, viewOrder } from '@portside/contract/checkout';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveEvents } from '../api/events.ts';
import { useCall } from '../api/use-call.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface PaymentWatchPanelProps {
  orderId: string;
  onSettled: (answer: OrderAnswer) => void;
}

const FIRST_MS = 1000;
const LATER_MS = 2000;
/** Besides the event stream. */
const NOW_AND_THEN_MS = 10_000;
/** Each failed call shows a notification. */
const UNANSWERED_MS = 10_000;

/** A payment with an open outcome, followed by events or polling. */
export function PaymentWatchPanel({ orderId, onSettled }: PaymentWatchPanelProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const live = useLiveEvents(({ kind, id }) => {
    if (kind === 'order' && id === orderId) {
      void client.invalidateQueries({ queryKey: ['order', orderId] });
    }
  });
  const { data } = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => call(viewOrder, { id: orderId }, { signal, shown: 'all' }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return UNANSWERED_MS;
      if (live) return NOW_AND_THEN_MS;
      return state.dataUpdateCount < 2 ? FIRST_MS : LATER_MS;
    },
  });
  const settled = data && data.status !== 'placed' ? data.payment : undefined;
  const reportSettled = useEffectEvent(onSettled);
  useEffect(() => {
    if (settled) reportSettled(settled);
  }, [settled]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="checking" className="flex max-w-xl gap-5 border-t-4 border-ink py-8">
      <Spinner className="mt-1" size={36} />
      <div>
        <h2 className="text-title" id="checking" ref={heading} tabIndex={-1}>
          {i18n.t('We’re checking your payment')}
        </h2>
        <p className="mt-2 text-ink-soft">
          {i18n.t(
            'Your bank hasn’t answered yet. This takes a few seconds. We’re keeping your order, and you won’t be charged twice. If you leave this page, we’ll email your receipt.',
          )}
        </p>
      </div>
    </section>
  );
}
