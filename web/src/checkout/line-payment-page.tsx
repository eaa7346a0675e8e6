import { useLingui } from '@lingui/react';
import type { Quote } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { LineDetail } from '@portside/contract/line-detail';
import { linePage } from '@portside/contract/line-rooms';
import { type ReactNode, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent, useSession } from '../api/session.ts';
import { type Draft, freshDraft } from './draft.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { PaymentWatchPanel } from './payment-watch-panel.tsx';
import type { LoadCardProvider } from './provider-script.ts';
import type { StepProps } from './use-step-form.ts';
import { holderOf, mayWith } from '../lines/line-acts.ts';
import { NoLineTile } from '../lines/no-line-tile.tsx';
import { useLine } from '../lines/use-line.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { ReceiptLines } from '../ui/receipt-lines.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { LinePaymentState, useLinePayment } from './use-line-payment.ts';

interface LinePaymentPageProps<Q extends Quote> {
  id: string;
  /** Where it was chosen; the line's overview by default. */
  back?: string;
  title: string;
  /** Of the price. */
  heading: (quote: Q, line: LineDetail) => { title: string; below: ReactNode };
  /** Above the payment: what may be chosen about the price. */
  choice?: (quote: Q, line: LineDetail) => ReactNode;
  /** Under the price: what else there is to know before it is paid. */
  more?: (quote: Q, line: LineDetail) => ReactNode;
  /** On the button when nothing is due. */
  free: string;
  payment: ReturnType<typeof useLinePayment<Q>>;
  loadProvider: LoadCardProvider;
  leave: (url: string) => void;
}

/** The price of something for a line before anything is pressed, then one press. */
export function LinePaymentPage<Q extends Quote>(props: LinePaymentPageProps<Q>) {
  const { id, title, payment, leave } = props;
  const { i18n } = useLingui();
  const page = props.back ?? linePage(id);
  const line = useLine(id);
  const isAgent = useIsAgent();
  const { price, state } = payment;
  const toLine = <ButtonLink to={page}>{i18n.t('Back to the line')}</ButtonLink>;
  return (
    <>
      <TextLink className="mb-4 inline-flex min-h-11 items-center gap-2" to={page}>
        <Icon name="arrow-left" size={20} />
        {i18n.t('Back to the line')}
      </TextLink>
      <header className="mb-8 md:mb-10">
        <h1 className="scroll-mt-24 text-display wrap-anywhere" tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-2 measure min-h-[1lh] text-lead text-ink-soft tabular-nums">
          {line.data?.mdn && phone(line.data.mdn)}
        </p>
      </header>
      {isAgent ? (
        <p className="measure">{i18n.t('Only the customer can pay for this line.')}</p>
      ) : state.kind === 'checking' ? (
        <PaymentWatchPanel onSettled={payment.settle} orderId={state.orderId} />
      ) : price.data && line.data ? (
        <Payment {...props} line={line.data} quote={price.data} />
      ) : price.error?.status === 422 ? (
        <Refusal
          action={toLine}
          leave={leave}
          message={price.error.message}
          reason={price.error.reason}
          order={price.error.problem}
          onSettled={payment.settle}
        />
      ) : (
        <NoLineTile answers={[price, line]} failed={i18n.t('The price didn’t load')} />
      )}
    </>
  );
}

interface RefusalProps {
  message: string;
  reason: string | undefined;
  order: Record<string, unknown>;
  action: ReactNode;
  leave: (url: string) => void;
  onSettled: Parameters<typeof PaymentWatchPanel>[0]['onSettled'];
}

/** Why it cannot be paid now; a payment under way leads to the bank, or is watched. */
function Refusal({ message, reason, order, action, leave, onSettled }: RefusalProps) {
  const { i18n } = useLingui();
  const { orderId, redirectUrl } = order;
  if (typeof redirectUrl === 'string') {
    return (
      <EmptyState
        action={<Button onClick={() => leave(redirectUrl)}>{i18n.t('Go to your bank')}</Button>}
        level={2}
        picture={<Flag name="pending" size={56} />}
        title={i18n.t('Your bank hasn’t confirmed it yet')}
      >
        {i18n.t('Your bank is waiting for you to confirm it. You won’t be charged before that.')}
      </EmptyState>
    );
  }
  if (typeof orderId === 'string') {
    return <PaymentWatchPanel onSettled={onSettled} orderId={orderId} />;
  }
  return (
    <EmptyState
      action={action}
      level={2}
      picture={<Flag name="active" size={56} />}
      title={
        reason === 'holder_only'
          ? i18n.t('You can’t pay for this line')
          : i18n.t('Nothing to pay right now')
      }
    >
      {message}
    </EmptyState>
  );
}

// A constant, because the form reacts when its faults change.
const none: StepProps['faults'] = [];

interface PaymentProps<Q extends Quote> extends LinePaymentPageProps<Q> {
  line: LineDetail;
  quote: Q;
}

function Payment<Q extends Quote>(props: PaymentProps<Q>) {
  const { line, quote, payment, loadProvider } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { userInfo } = useSession();
  const [draft, setDraft] = useState<Draft>(() => {
    const { zipCode = userInfo?.zipCode ?? '', ...street } = line.emergencyAddress ?? {};
    const fresh = freshDraft(userInfo, brand.countryCode, zipCode);
    return { ...fresh, contact: { ...fresh.contact, ...street } };
  });
  const { state } = payment;
  // By who manages it: with a card that is not kept, in the holder’s account.
  const once = !mayWith(line, 'own');
  const due = quote.finalCheckoutAmount;
  const total = money(due, language);
  const isBusy = state.kind === 'paying' || state.kind === 'leaving';
  const label = i18n.t('Pay {total}', { total });
  const isWaiting = isBusy || payment.price.isFetching;
  const heading = props.heading(quote, line);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 min-[1200px]:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <section aria-labelledby="price" className="bg-fog p-5 md:p-7 min-[1200px]:order-last">
        <h2 className="text-title" id="price">
          {heading.title}
        </h2>
        <p className="mb-4 text-ink-soft tabular-nums">{heading.below}</p>
        <p className="sr-only" role="status">
          {props.choice && i18n.t('Total today: {total}', { total })}
        </p>
        <ReceiptLines
          lines={[
            ...quote.lines.map((one) => ({
              label: one.label,
              amount: money(one.amount, language).replace('-', '−'),
            })),
            { label: i18n.t('Total today'), amount: total, total: true },
          ]}
        />
        {quote.estimated && (
          <p className="mt-3 text-fine text-ink-soft">{i18n.t('Taxes are estimated.')}</p>
        )}
        {props.more?.(quote, line)}
      </section>
      <section aria-label={i18n.t('Payment')} className="flex flex-col gap-6">
        {props.choice?.(quote, line)}
        <div className="empty:hidden" role="alert">
          <Outcome state={state} total={total} />
        </div>
        {due > 0 ? (
          <PaymentPanel
            action={{ label, loading: isWaiting }}
            amountCents={Math.round(due * 100)}
            draft={draft}
            faults={none}
            loadProvider={loadProvider}
            onPay={(method) => void payment.pay(quote, method, draft.saveCard && !once)}
            once={once}
            owner={userInfo?.id}
            save={(part) => setDraft((now) => ({ ...now, ...part }))}
          />
        ) : (
          <>
            <p>{i18n.t('There’s nothing to pay today, so we don’t need a card.')}</p>
            <Button
              className="w-fit"
              loading={isWaiting}
              onClick={() => void payment.pay(quote, { kind: 'none' }, false)}
            >
              {props.free}
            </Button>
          </>
        )}
        {once && (
          <p className="measure text-fine text-ink-soft">
            {i18n.t('The receipt also goes to {holder}.', { holder: holderOf(i18n, line) })}
            {due > 0 && ` ${i18n.t('A refund goes back to the card you pay with.')}`}
          </p>
        )}
        <p className="measure text-fine text-ink-soft">
          {i18n.t('By paying you agree to our')}{' '}
          <TextLink to="/terms-and-conditions">{i18n.t('Terms & Conditions')}</TextLink>.
        </p>
      </section>
    </div>
  );
}

function Outcome({ state, total }: { state: LinePaymentState; total: string }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  if (state.kind === 'repriced') {
    const before = money(state.before, language);
    return (
      <FaultLine>
        {before === total
          ? i18n.t('The old price expired. The new one is the same: {total}.', { total })
          : i18n.t('It was {before} and is now {total}. You haven’t paid anything.', {
              before,
              total,
            })}
      </FaultLine>
    );
  }
  if (state.kind !== 'failed') return null;
  return (
    <>
      <FaultLine>{state.message}</FaultLine>
      {state.lost && (
        <p className="mt-2">
          {i18n.t(
            'We don’t know if your payment went through. Try again: you won’t be charged twice.',
          )}
        </p>
      )}
    </>
  );
}
