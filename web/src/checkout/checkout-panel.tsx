import { useLingui } from '@lingui/react';
import { viewAutopayConsent } from '@portside/contract/autopay';
import { fields } from '@portside/contract/fields';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useTitlePart } from '../api/page-title.ts';
import { useSession } from '../api/session.ts';
import { useRefresh } from '../api/use-send.ts';
import { ConfirmEmailPanel } from '../account/confirm-email-panel.tsx';
import type { Cart } from '../cart/cart.ts';
import { useJoiningStep } from '../sign-in/pending-second-step.ts';
import type { FieldError } from '@portside/contract/problem';
import { Stepper } from '../ui/stepper.tsx';
import { AutopayChoice } from './autopay-choice-tile.tsx';
import { ContactForm } from './contact-form.tsx';
import { NumberForm } from './number-form.tsx';
import type { Method } from './order-input.ts';
import { PaidNotice } from './notice-tile.tsx';
import { OtherOrdersPanel } from './other-orders-panel.tsx';
import { PaymentOutcomeDialog } from './payment-outcome-dialog.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { PaymentWatchPanel } from './payment-watch-panel.tsx';
import type { LoadCardProvider } from './provider-script.ts';
import { ReviewPanel, ReviewPlace } from './review-panel.tsx';
import { SimForm } from './sim-form.tsx';
import { missingSecrets } from './step-rules.ts';
import { type StepName, stepOfField, steps } from './steps.ts';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { useDraft } from './use-draft.ts';
import { useMethod } from './use-method.ts';
import { useOtherOrders } from './use-other-orders.ts';
import { usePayment } from './use-payment.ts';
import { useQuote } from './use-quote.ts';
import { useSteps } from './use-steps.ts';

interface CheckoutPanelProps {
  cart: Cart;
  loadProvider: LoadCardProvider;
  leave: (url: string) => void;
  onPaid: () => void;
  onPaying: () => void;
}

const none: readonly FieldError[] = [];
const nothing: Method = { kind: 'none' };

export function CheckoutPanel({ cart, loadProvider, leave, onPaid, onPaying }: CheckoutPanelProps) {
  const { i18n } = useLingui();
  // Without one the code comes after paying (P01).
  const hasPassword = useSession().userInfo?.hasPassword ?? false;
  const { draft, owner, save, way, saveWay } = useDraft(cart.id);
  const quoting = useQuote(cart.id, cart.item.id, way, saveWay);
  const { chosen, choose, looking } = useMethod(way, saveWay);
  const free = quoting.quote?.finalCheckoutAmount === 0;
  // A wallet shows it.
  const needsPrice = usePage().brand.payment.kind === 'stripe';
  const method = free ? nothing : chosen;
  const [consent, setConsent] = useState<string>();
  const refresh = useRefresh();
  const [thanked, setThanked] = useState(false);
  const [wrong, setWrong] = useState<{ step: StepName; faults: readonly FieldError[] }>();
  const missing = missingSecrets(draft);
  const mayReview = (method !== undefined || looking) && missing.length === 0;
  const { step, go, goOn } = useSteps(mayReview ? 'review' : 'payment', way, saveWay);
  const faults = wrong?.step === step ? wrong.faults : none;
  const confirmedZip = useRef(way.furthest > steps.indexOf('contact') ? draft.zipCode : '');
  const heading = useRef<HTMLHeadingElement>(null);

  const others = useOtherOrders(cart.id);
  const payment = usePayment({
    othersOpen: others.lookAgain,
    repriced: (quote) => quoting.accept(quote, draft.zipCode),
    priceGone() {
      void quoting.renew().then((refused) => refused.length > 0 && correct(refused));
    },
    fieldsRefused: correct,
    consentOutdated() {
      setConsent(undefined);
      void refresh([viewAutopayConsent]);
    },
    cardRefused: (message) => correct([{ field: 'card', message }]),
    leave,
    paid: onPaid,
  });

  /** To the first step that has one of the fields. */
  function correct(errors: readonly FieldError[]) {
    const holds = (name: StepName) => errors.some(({ field }) => stepOfField(field) === name);
    const target = steps.find(holds) ?? 'number';
    correctIn(
      target,
      errors.filter(({ field }) => [target, undefined].includes(stepOfField(field))),
    );
  }

  function correctIn(target: StepName, wrongHere: readonly FieldError[]) {
    setWrong({ step: target, faults: wrongHere });
    go(target, step === 'review' || step === 'payment');
  }

  function edit(next: StepName) {
    if (payment.underWay) return;
    setWrong(undefined);
    quoting.seen();
    payment.reset();
    go(next);
  }

  function payAnotherWay() {
    // A token is good for one attempt.
    if (chosen?.kind === 'new') choose(undefined);
    edit('payment');
  }

  function done() {
    setWrong(undefined);
    if (step === 'payment' && missing.length > 0) return correctIn('number', missing);
    if (step === 'contact') confirmedZip.current = draft.zipCode;
    // The address is checked again after a new ZIP Code.
    goOn(step === 'number' && confirmedZip.current !== draft.zipCode ? 'contact' : 'review');
  }

  async function resumePrice() {
    const refused = await quoting.resume();
    if (refused.some(({ field }) => stepOfField(field))) correct(refused);
  }

  const priceKnownZip = useEffectEvent(() => {
    if (quoting.quote || quoting.asking) return;
    if (way.asked) return void resumePrice();
    const known = fields.zipCode.safeParse(draft.zipCode).success;
    if (known) void quoting.ask({ zipCode: draft.zipCode, promoCode: '' });
  });
  useEffect(() => priceKnownZip(), [owner]);

  const arrived = useRef(step);
  const announce = useEffectEvent(() => {
    // The first step is announced by the page's heading.
    if (arrived.current !== step && faults.length === 0) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: 'nearest' });
    }
    arrived.current = step;
  });
  useEffect(() => announce(), [step]);

  const titles: Record<StepName, string> = {
    number: i18n.t('Choose your number'),
    sim: i18n.t('Choose your SIM'),
    contact: i18n.t('Contact and service address'),
    payment: i18n.t('How do you want to pay?'),
    review: i18n.t('Check and pay'),
  };
  const labels: Record<StepName, string> = {
    number: i18n.t('Number'),
    sim: i18n.t('SIM'),
    contact: i18n.t('Address'),
    payment: i18n.t('Payment'),
    review: i18n.t('Review'),
  };
  const { state } = payment;
  useTitlePart(
    state.kind === 'checking'
      ? i18n.t('We’re checking your payment')
      : state.kind === 'paid'
        ? i18n.t('Payment Successful')
        : titles[step],
  );
  const toSecondStep = useJoiningStep();
  const at = steps.indexOf(step);
  const back = steps[at - 1];
  const shared = {
    draft,
    save,
    owner,
    faults,
    quoting,
    onDone: done,
    onBack: back && (() => edit(back)),
  };
  const renews = consent !== undefined && !free;
  const current = quoting.asked?.zipCode === draft.zipCode ? quoting.quote : undefined;

  return (
    <div className="page py-8 md:py-14">
      <h1 className="text-display">{i18n.t('Checkout')}</h1>
      <Stepper
        className="mt-6 md:mt-9"
        current={at}
        label={i18n.t('Steps of checkout')}
        onSelect={payment.underWay ? undefined : (index) => edit(steps[index] ?? 'number')}
        steps={steps.map((name) => labels[name])}
      />
      {!payment.underWay && hasPassword && (
        <ConfirmEmailPanel className="mt-6 md:mt-8" compact onSecondStep={toSecondStep} />
      )}
      <div className="mt-6 flex flex-col gap-8 md:mt-10 md:grid md:grid-cols-[minmax(0,1fr)_minmax(17rem,22rem)] md:gap-x-14 desk:gap-x-20">
        <SummaryPanel
          asking={quoting.asking}
          plan={cart.item}
          quote={current}
          renews={renews}
          zipCode={draft.zipCode}
        />
        {state.kind === 'checking' ? (
          <PaymentWatchPanel onSettled={payment.settle} orderId={state.orderId} />
        ) : thanked && state.kind === 'paid' ? (
          <PaidNotice orderId={state.orderId} />
        ) : (
          <section
            aria-labelledby="step"
            // Below the bar at the top of phones.
            className="min-w-0 max-md:[&_:is(input,button,h2)]:scroll-mt-20"
            key={step}
          >
            <h2 className="mb-6 text-heading" id="step" ref={heading} tabIndex={-1}>
              {titles[step]}
            </h2>
            {step !== 'review' && <OtherOrdersPanel className="mb-6" orders={others.open} />}
            {step === 'number' && <NumberForm {...shared} />}
            {step === 'sim' && <SimForm {...shared} />}
            {step === 'contact' && <ContactForm {...shared} />}
            {step === 'payment' && free && (
              <>
                <p>{i18n.t('There’s nothing to pay today, so we don’t need a card.')}</p>
                <StepActionsPanel
                  label={i18n.t('Review your order')}
                  onBack={shared.onBack}
                  onContinue={done}
                />
              </>
            )}
            {step === 'payment' && !quoting.quote && needsPrice && (
              <ReviewPlace loading={quoting.asking} onRetry={() => void resumePrice()} />
            )}
            {step === 'payment' && !free && (quoting.quote || !needsPrice) && (
              <PaymentPanel
                {...shared}
                amountCents={Math.round((quoting.quote?.finalCheckoutAmount ?? 0) * 100)}
                loadProvider={loadProvider}
                method={method}
                onMethod={choose}
              />
            )}
            {step === 'review' && !(method && quoting.quote) && (
              <ReviewPlace loading={looking || quoting.asking} onRetry={() => void resumePrice()} />
            )}
            {step === 'review' && method && quoting.quote && (
              <ReviewPanel
                autopay={
                  method.kind !== 'none' && (
                    <AutopayChoice
                      consent={consent}
                      method={method}
                      onConsent={setConsent}
                      planId={cart.item.id}
                      saves={draft.saveCard}
                      zipCode={draft.zipCode}
                    />
                  )
                }
                before={quoting.before}
                draft={draft}
                method={method}
                onEdit={edit}
                others={others.open}
                onPay={() => pay(method)}
                payment={state}
                quote={quoting.quote}
                renews={renews}
              />
            )}
          </section>
        )}
      </div>
      {(state.kind === 'paid' || state.kind === 'declined' || state.kind === 'returned') && (
        <PaymentOutcomeDialog
          onClose={state.kind === 'paid' ? () => setThanked(true) : payment.reset}
          onRetry={payAnotherWay}
          open={!thanked}
          outcome={state}
        />
      )}
    </div>
  );

  function pay(by: Method) {
    const { quote } = quoting;
    if (!quote) return;
    quoting.seen();
    onPaying();
    const besides = others.open.map((one) => one.orderId);
    const { quoteId } = quote;
    const order = { cartId: cart.id, quoteId, draft, method: by, besides, autopay: consent };
    void payment.pay(order);
  }
}
