import { useLingui } from '@lingui/react';
import { viewAutopayConsent } from '@portside/contract/autopay';
import { fields } from '@portside/contract/fields';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTitlePart } from '../api/page-title.ts';
import { useSession } from '../api/session.ts';
import { useRefresh } from '../api/use-send.ts';
import { ConfirmEmailPanel } from '../account/confirm-email-panel.tsx';
import type { Cart } from '../cart/cart.ts';
import { useJoiningStep } from '../sign-in/pending-second-step.ts';
import type { Plan } from '@portside/contract/plans';
import { type PrepayMonths, prepayOffer } from '@portside/contract/prepay';
import type { FieldError } from '@portside/contract/problem';
import { AroundStepsPanel, StepSection } from './around-steps-panel.tsx';
import { ContactForm } from './contact-form.tsx';
import type { Method } from './order-input.ts';
import { PaidNotice } from './notice-tile.tsx';
import { OtherOrdersPanel } from './other-orders-panel.tsx';
import { PaymentOutcomeDialog } from './payment-outcome-dialog.tsx';
import { PayPanel } from './pay-panel.tsx';
import { PaymentWatchPanel } from './payment-watch-panel.tsx';
import { PhoneForm } from './phone-form.tsx';
import type { LoadCardProvider } from './provider-script.ts';
import { PricePlace } from './review-panel.tsx';
import { missingSecrets } from './step-rules.ts';
import { type StepName, stepOfField, steps } from './steps.ts';
import { SummaryLabel, SummaryPanel } from './summary-panel.tsx';
import { useDraft } from './use-draft.ts';
import { useOtherOrders } from './use-other-orders.ts';
import { type PaymentEvents, usePayment } from './use-payment.ts';
import { quotedStreet, useQuote } from './use-quote.ts';
import { useSteps } from './use-steps.ts';

interface CheckoutPanelProps {
  cart: Cart;
  loadProvider: LoadCardProvider;
  leave: (url: string) => void;
  onPaid: () => void;
  onPaying: () => void;
}

interface Wrong {
  readonly step: StepName;
  readonly faults: readonly FieldError[];
}

const none: readonly FieldError[] = [];

/** Empty when what is stored of the cart is unreadable. */
const prepayOf = ({ prepay }: Plan) => z.array(prepayOffer).safeParse(prepay).data ?? [];

export function CheckoutPanel({ cart, loadProvider, leave, onPaid, onPaying }: CheckoutPanelProps) {
  const { i18n } = useLingui();
  // Without one the code comes after paying (P01).
  const hasPassword = useSession().userInfo?.hasPassword ?? false;
  const { draft, owner, save, way, saveWay } = useDraft(cart.id);
  const quoting = useQuote(cart.id, cart.item.id, way, saveWay);
  const [consent, setConsent] = useState<string>();
  const refresh = useRefresh();
  const [thanked, setThanked] = useState(false);
  const missing = missingSecrets(draft);
  // The old carrier's secrets are not kept over a reload: they are asked for again before paying.
  const [wrong, setWrong] = useState<Wrong | undefined>(
    way.shown === 'pay' && missing.length > 0 ? { step: 'phone', faults: missing } : undefined,
  );
  /** Known fields are shown, unless somebody came to change them. */
  const [asksAll, setAsksAll] = useState(false);
  /** Presses that ended without a payment: what was typed of a card is gone. */
  const [tries, setTries] = useState(0);
  const { step, go, goOn } = useSteps(missing.length > 0 ? 'phone' : 'pay', way, saveWay);
  const faults = wrong?.step === step ? wrong.faults : none;
  const confirmedZip = useRef(way.reached === 'who' ? '' : draft.zipCode);
  const heading = useRef<HTMLHeadingElement>(null);

  const others = useOtherOrders(cart.id);
  const events: PaymentEvents = {
    othersOpen: others.lookAgain,
    repriced: (quote) => quoting.accept(quote, draft.zipCode),
    priceGone() {
      void quoting.renew().then((refused) => refused && refused.length > 0 && correct(refused));
    },
    fieldsRefused: correct,
    consentOutdated() {
      setConsent(undefined);
      void refresh([viewAutopayConsent]);
    },
    cardRefused: (message) => correct([{ field: 'card', message }]),
    leave,
    paid: onPaid,
  };
  const payment = usePayment(events, step === 'pay');

  /** To the first step that has one of the fields. */
  function correct(errors: readonly FieldError[]) {
    const holds = (name: StepName) => errors.some(({ field }) => stepOfField(field) === name);
    const target = steps.find(holds) ?? 'who';
    const here = errors.filter(({ field }) => [target, undefined].includes(stepOfField(field)));
    setWrong({ step: target, faults: here });
    if (target !== step) go(target, step === 'pay');
  }

  function edit(next: StepName) {
    if (payment.underWay) return;
    setWrong(undefined);
    setAsksAll(step === 'pay');
    quoting.seen();
    payment.reset();
    go(next);
  }

  function payAnotherWay() {
    // A token is good for one attempt.
    setTries((count) => count + 1);
    setWrong(undefined);
    quoting.seen();
    payment.reset();
  }

  function done(zipCode: string) {
    setWrong(undefined);
    const hasMoved = confirmedZip.current !== zipCode;
    confirmedZip.current = zipCode;
    setAsksAll(step === 'phone' && hasMoved);
    // The number is near the ZIP Code, and the address has it: each is seen again after the other.
    if (step === 'phone' && hasMoved) return go('who', true);
    goOn(hasMoved ? 'phone' : 'pay');
  }

  async function resumePrice() {
    const refused = (await quoting.resume()) ?? [];
    // Without a code that is over there is a price all the same.
    const isPromo = refused.some(({ field }) => field === 'promoCode');
    if (isPromo && way.asked) await quoting.ask({ ...way.asked, promoCode: '' });
    if (refused.some(({ field }) => stepOfField(field))) correct(refused);
  }

  const applyPromo = (promoCode: string) =>
    quoting.ask({
      address: quotedStreet(draft.contact),
      ...quoting.asked,
      zipCode: draft.zipCode,
      promoCode,
    });

  async function chooseMonths(months: PrepayMonths | undefined) {
    if (payment.underWay) return;
    setWrong(undefined);
    quoting.seen();
    const refused = await quoting.ask({
      address: quotedStreet(draft.contact),
      promoCode: '',
      ...quoting.asked,
      zipCode: draft.zipCode,
      months,
    });
    if (!refused || refused.length === 0) return;
    if (refused.some(({ field }) => stepOfField(field))) correct(refused);
    else setWrong({ step: 'pay', faults: refused });
  }

  const priceKnownZip = useEffectEvent(() => {
    if (quoting.quote || quoting.asking) return;
    // The first step prices the whole address, and is being sent.
    if (step === 'who' && way.pressed) return;
    if (way.asked) return void resumePrice();
    const known = fields.zipCode.safeParse(draft.zipCode).success;
    if (known) void quoting.ask({ zipCode: draft.zipCode, promoCode: '' });
  });
  useEffect(() => priceKnownZip(), [owner]);

  const place = `${step} ${tries}`;
  const arrived = useRef(place);
  const announce = useEffectEvent(() => {
    // The first step is announced by the page's heading.
    if (arrived.current !== place && faults.length === 0) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: 'nearest' });
    }
    arrived.current = place;
  });
  useEffect(() => announce(), [place]);

  const titles: Record<StepName, string> = {
    who: i18n.t('Contact and service address'),
    phone: i18n.t('Phone and number'),
    pay: i18n.t('Check and pay'),
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
  const back = steps[steps.indexOf(step) - 1];
  const shared = {
    draft,
    save,
    owner,
    faults,
    quoting,
    onDone: done,
    onBack: back && (() => edit(back)),
  };
  const offers = prepayOf(cart.item);
  const current = quoting.asked?.zipCode === draft.zipCode ? quoting.quote : undefined;
  const quoteId = quoting.quote?.quoteId;
  /** A new card's token takes a while: what was chosen meanwhile counts. */
  const payNow = useRef(pay);
  useEffect(() => {
    payNow.current = pay;
  });
  const renews = consent !== undefined && quoting.quote?.finalCheckoutAmount !== 0;

  return (
    <>
      <AroundStepsPanel
        below={
          !payment.underWay &&
          hasPassword && <ConfirmEmailPanel className="mt-10" compact onSecondStep={toSecondStep} />
        }
        onSelect={payment.underWay ? undefined : edit}
        step={step}
        summary={
          <SummaryPanel
            asking={quoting.asking}
            plan={cart.item}
            quote={current}
            renews={renews}
            zipCode={draft.zipCode}
          >
            <SummaryLabel planId={cart.item.id} />
          </SummaryPanel>
        }
      >
        {state.kind === 'checking' ? (
          <PaymentWatchPanel onSettled={payment.settle} orderId={state.orderId} />
        ) : thanked && state.kind === 'paid' ? (
          <PaidNotice orderId={state.orderId} />
        ) : (
          <StepSection heading={heading} key={place} title={titles[step]}>
            {step !== 'pay' && <OtherOrdersPanel className="mb-6" orders={others.open} />}
            {step === 'who' && (
              <ContactForm
                {...shared}
                asksAll={asksAll}
                isPressed={way.pressed === true}
                onPressed={() => saveWay({ pressed: undefined })}
              />
            )}
            {step === 'phone' && <PhoneForm {...shared} />}
            {step === 'pay' && !quoting.quote && (
              <PricePlace loading={quoting.asking} onRetry={() => void resumePrice()} />
            )}
            {step === 'pay' && quoting.quote && (
              <PayPanel
                {...shared}
                applyPromo={applyPromo}
                cardId={way.cardId}
                consent={consent}
                loadProvider={loadProvider}
                chooseMonths={chooseMonths}
                offers={offers}
                price={cart.item.retailPrice}
                onChoice={(cardId) => saveWay({ cardId })}
                onConsent={setConsent}
                onEdit={edit}
                onPay={(method) => void payNow.current(method, quoteId)}
                others={others.open}
                payment={state}
                quote={quoting.quote}
              />
            )}
          </StepSection>
        )}
      </AroundStepsPanel>
      {(state.kind === 'paid' || state.kind === 'declined' || state.kind === 'returned') && (
        <PaymentOutcomeDialog
          cartId={cart.id}
          esim={draft.simType === 'esim'}
          onClose={state.kind === 'paid' ? () => setThanked(true) : payment.reset}
          onRetry={payAnotherWay}
          open={!thanked}
          outcome={state}
        />
      )}
    </>
  );

  async function pay(by: Method, seenQuote: string | undefined) {
    const { quote, asked } = quoting;
    // Enter in a field presses too, also on the way to the bank.
    if (!quote || payment.underWay) return;
    // A price that came after the press is seen before it is paid.
    if (quote.quoteId !== seenQuote) return;
    setWrong(undefined);
    const promoCode = draft.promoCode.trim();
    if (promoCode !== (asked?.promoCode ?? '')) {
      // Typed and not applied: its price is seen before it is paid.
      const refused = await applyPromo(promoCode);
      if (refused && refused.length > 0) setWrong({ step: 'pay', faults: refused });
      return;
    }
    quoting.seen();
    onPaying();
    const besides = others.open.map((one) => one.orderId);
    const order = {
      cartId: cart.id,
      quoteId: seenQuote,
      draft,
      method: by,
      besides,
      autopay: consent,
    };
    await payment.pay(order);
  }
}
