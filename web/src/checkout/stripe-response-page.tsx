import { useLingui } from '@lingui/react';
import { confirmPayment, type OrderAnswer, viewOrder } from '@portside/contract/checkout';
import { CallFailed } from '@portside/contract/call';
import { linePage, lineRoom } from '@portside/contract/line-rooms';
import type { TransactionKind } from '@portside/contract/payments';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { leavePage } from '../api/leave-page.ts';
import { pageQueries } from '../api/page-queries.ts';
import { session, useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { addCardMarkers } from '../payments/add-card-markers.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Notice, PaidNotice } from './notice-tile.tsx';
import { emptyCart } from './ordered-cart.ts';
import { PaymentOutcomeDialog } from './payment-outcome-dialog.tsx';
import { PaymentWatchPanel } from './payment-watch-panel.tsx';
import { forgetDraft, orderedLines } from './use-draft.ts';
import { isReturned } from './use-payment.ts';
import { atStep } from './use-steps.ts';

/** Return from the bank's page (A17). The address proves nothing: the server asks the provider. */
export function StripeResponsePage() {
  const { i18n } = useLingui();
  const { known } = useSession();
  const [client] = useState(() => pageQueries({ staleTime: Infinity }));
  return (
    <div className="page min-h-[60vh] py-12 md:py-20">
      <h1 className="mb-10 text-display">{i18n.t('Your payment')}</h1>
      <QueryClientProvider client={client}>{known ? <Return /> : <Waiting />}</QueryClientProvider>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid min-h-48 place-items-center">
      <Spinner size={40} />
    </div>
  );
}

const RETRY_MS = 400;

/** A question that may have to be asked again. */
interface Asked {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface Named {
  readonly payment?: string | undefined;
  readonly isCard?: boolean;
}

/**
 * What the provider named, moved from the address into the history entry before anything else: the
 * address also holds a secret of the provider. Undefined until then.
 */
function useNamed(): Named | undefined {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search === '') return;
    const query = new URLSearchParams(search);
    const named: Named = {
      payment: query.get('payment_intent') ?? undefined,
      isCard: query.has('setup_intent'),
    };
    void navigate('/stripe-response', { replace: true, state: named });
  }, [search, navigate]);
  if (search !== '') return undefined;
  const { payment, isCard } = (state ?? {}) as Record<keyof Named, unknown>;
  return { payment: typeof payment === 'string' ? payment : undefined, isCard: isCard === true };
}

function Return() {
  const { i18n } = useLingui();
  const named = useNamed();
  const { isLoggedIn } = useSession();
  if (!named) return <Waiting />;
  // The list of cards is the server's, and so is what it says of a card under way.
  if (named.isCard) return <RedirectPage to={cardsAfter(addCardMarkers.pending())} />;
  const { payment } = named;
  if (!payment) {
    return (
      <Notice
        action={
          isLoggedIn ? (
            <ButtonLink to="/dashboard">{i18n.t('To Dashboard')}</ButtonLink>
          ) : (
            <ButtonLink to="/cart">{i18n.t('Go to your cart')}</ButtonLink>
          )
        }
        flag="adrift"
        title={i18n.t('There’s no payment to show here')}
      >
        {i18n.t('This page shows a payment right after your bank has confirmed it.')}
      </Notice>
    );
  }
  if (!session.opensProtectedPages()) {
    const back = `/stripe-response?payment_intent=${encodeURIComponent(payment)}`;
    return <RedirectPage state={{ back }} to="/login" />;
  }
  return <Answer payment={payment} />;
}

const cardsAfter = (pending: string | undefined) =>
  pending === undefined ? '/dashboard/payment' : '/dashboard/payment?success=true';

/** The line that an order buys something for; a new line's order has none here. */
function useLineOf(answer: OrderAnswer | undefined): {
  known: boolean;
  id: string | undefined;
  /** That the order was made from. */
  cartId: string | undefined;
  /** Bought at once. */
  count: number;
  kind: TransactionKind;
  asked: Asked;
} {
  const call = useCall();
  const orderId = answer?.orderId;
  const { data, error, isFetching, refetch } = useQuery({
    // What it is for is known once it is paid or declined.
    queryKey: ['order of a payment', orderId, answer?.status],
    queryFn: ({ signal }) => call(viewOrder, { id: orderId ?? '' }, { signal, quiet: true }),
    enabled: orderId !== undefined,
    retry: 2,
    retryDelay: RETRY_MS,
  });
  const kind = data?.transaction?.kind ?? 'new_line';
  return {
    known: data !== undefined,
    id: kind === 'new_line' ? undefined : data?.line?.id,
    cartId: data?.cartId,
    count: data?.purchase?.length ?? 1,
    kind,
    asked: { error, isFetching, refetch },
  };
}

function Answer({ payment }: { payment: string }) {
  const { i18n } = useLingui();
  const call = useCall();
  const navigate = useNavigate();
  const [closed, setClosed] = useState(false);
  const client = useQueryClient();
  const queryKey = ['confirmation', payment];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(confirmPayment, { payment }, { signal, shown: 'all' }),
  });

  const line = useLineOf(data);
  const isKnown = data !== undefined && line.known;
  const { cartId, count } = line;
  // Another tab or browser knows only how many they are.
  const empty = () => cartId && emptyCart(cartId, orderedLines(cartId) ?? count);
  const emptyPaid = useEffectEvent(empty);

  useEffect(() => {
    if (isKnown && data.status === 'paid') {
      // Of a line's next period, the cart knows nothing.
      if (cartId !== undefined) {
        emptyPaid();
        forgetDraft(cartId, 'now');
      }
      void session.refresh();
    }
  }, [data, isKnown, cartId]);

  if (data && !isKnown) return line.asked.error ? <NotChecked {...line.asked} /> : <Waiting />;
  if (data && line.id !== undefined) {
    const page = linePage(line.id);
    const isAddOn = line.kind === 'add_on';
    const room = lineRoom(line.id, 'usage');
    if (data.status === 'paid') {
      const done = { add_on: { added: true }, plan_change: { planChanged: true } };
      const state = line.kind in done ? done[line.kind as keyof typeof done] : { paid: true };
      return <RedirectPage state={state} to={line.kind in done ? room : page} />;
    }
    if (data.status === 'declined' || isReturned(data)) {
      return isAddOn ? (
        <RedirectPage state={{ notAdded: data.message }} to={room} />
      ) : (
        <RedirectPage
          state={{ declined: data.message }}
          to={`${page}/${line.kind === 'plan_change' ? 'plan' : 'renew'}`}
        />
      );
    }
  }
  if (data && (data.status === 'paid' || data.status === 'declined' || isReturned(data))) {
    const kind = isReturned(data) ? 'returned' : 'declined';
    const outcome =
      data.status === 'paid'
        ? { kind: data.status, orderId: data.orderId }
        : ({ kind, message: data.message } as const);
    return (
      <>
        {data.status === 'paid' ? (
          <PaidNotice orderId={data.orderId} />
        ) : outcome.kind === 'returned' ? (
          <Notice
            action={<ButtonLink to="/shop">{i18n.t('See the plans')}</ButtonLink>}
            flag="ended"
            title={i18n.t('This order is closed')}
          >
            {data.message}
          </Notice>
        ) : (
          <Notice
            action={
              <ButtonLink state={atStep('pay')} to="/cart/checkout">
                {i18n.t('Pay another way')}
              </ButtonLink>
            }
            flag="failure"
            title={i18n.t('Payment Failed')}
          >
            {data.message}
          </Notice>
        )}
        <PaymentOutcomeDialog
          empty={empty}
          onClose={() => setClosed(true)}
          onRetry={() => void navigate('/cart/checkout', { state: atStep('pay') })}
          open={!closed}
          outcome={outcome}
        />
      </>
    );
  }
  if (data?.status === 'placed') {
    const show = (answer: OrderAnswer) => client.setQueryData(queryKey, answer);
    return <PaymentWatchPanel onSettled={show} orderId={data.orderId} />;
  }
  if (data) {
    const { redirectUrl } = data;
    return (
      <Notice
        action={
          <span className="flex flex-wrap gap-3">
            {redirectUrl && (
              <Button onClick={() => leavePage(redirectUrl)}>{i18n.t('Go to your bank')}</Button>
            )}
            {line.id === undefined ? (
              <ButtonLink state={atStep('pay')} to="/cart/checkout" variant="secondary">
                {i18n.t('Pay another way')}
              </ButtonLink>
            ) : (
              <ButtonLink to={`/dashboard/lines/${line.id}`} variant="secondary">
                {i18n.t('Back to the line')}
              </ButtonLink>
            )}
          </span>
        }
        flag="pending"
        title={i18n.t('Your bank hasn’t confirmed it yet')}
      >
        {data.message}
      </Notice>
    );
  }
  if (!error) return <Waiting />;
  if (error instanceof CallFailed && error.status === 404) {
    return (
      <Notice
        action={<ButtonLink to="/dashboard">{i18n.t('To Dashboard')}</ButtonLink>}
        flag="adrift"
        title={i18n.t('We can’t find this payment')}
      >
        {i18n.t('It may belong to another account. Your orders are in your dashboard.')}
      </Notice>
    );
  }
  return <NotChecked error={error} isFetching={isFetching} refetch={refetch} />;
}

function NotChecked({ error, isFetching, refetch }: Asked) {
  const { i18n } = useLingui();
  return (
    <Notice
      action={
        <Button loading={isFetching} onClick={() => void refetch()}>
          {i18n.t('Check again')}
        </Button>
      }
      flag="failure"
      title={i18n.t('We couldn’t check your payment')}
    >
      {error?.message}
    </Notice>
  );
}
