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
import { CartNote } from './cart-note-tile.tsx';
import { useJoiningStep } from '../sign-in/pending-second-step.ts';
import type { Plan } from '@portside/contract/plans';
import { type PrepayMonths, prepayOffer } from '@portside/contract/prepay';
import type { FieldError } from '@portside/contract/problem';
import { AroundStepsPanel, StepSection } from './around-steps-panel.tsx';
import { ContactForm } from './contact-form.tsx';
import type { Draft } from './draft.ts';
import { draftOfLine, lackingLines, mailedLine, takenNumbers } from './draft-lines.ts';
import { linesOf } from '../cart/cart-lines.ts';
import type { Method } from './order-input.ts';
import { emptyCart } from './ordered-cart.ts';
import { PaidNotice } from './notice-tile.tsx';
import { OtherOrdersPanel } from './other-orders-panel.tsx';
import { PaymentOutcomeDialog } from './payment-outcome-dialog.tsx';
import { PayPanel } from './pay-panel.tsx';
import { PaymentWatchPanel } from './payment-watch-panel.tsx';
import { PhoneForm } from './phone-form.tsx';
import type { LoadCardProvider } from './provider-script.ts';
import { PricePlace } from './review-panel.tsx';
import { missingSecrets } from './step-rules.ts';
import { type StepName, stepOfField, type Stop } from './steps.ts';
import { SummaryLabel, SummaryPanel } from './summary-panel.tsx';
import { useDraft } from './use-draft.ts';
import { useOtherOrders } from './use-other-orders.ts';
import { type PaymentEvents, usePayment } from './use-payment.ts';
import { quotedStreet, type Refused, useQuote } from './use-quote.ts';
import { useSteps } from './use-steps.ts';

interface CheckoutPanelProps {
  cart: Cart;
  /** Its lines are others than a moment ago. */
  changed: boolean;
  loadProvider: LoadCardProvider;
  leave: (url: string) => void;
  onPaid: () => void;
  onPaying: () => void;
}

interface Wrong {
  readonly stop: Stop;
  readonly faults: readonly FieldError[];
}

const none: readonly FieldError[] = [];

const isSame = (one: Stop, other: Stop) => one.step === other.step && one.line === other.line;

/** Empty when what is stored of the cart is unreadable. */
const prepayOf = ({ prepay }: Plan) => z.array(prepayOffer).safeParse(prepay).data ?? [];

export function CheckoutPanel(props: CheckoutPanelProps) {
  const { cart, changed, loadProvider, leave, onPaid, onPaying } = props;
  const { i18n } = useLingui();
  // Without one the code comes after paying (P01).
  const hasPassword = useSession().userInfo?.hasPassword ?? false;
  const { draft, owner, save, way, saveWay } = useDraft(cart.id, cart);
  const quoting = useQuote(cart, way, saveWay);
  const [consent, setConsent] = useState<string>();
  const refresh = useRefresh();
  const [thanked, setThanked] = useState(false);
  const inCart = linesOf(cart);
  const lines = inCart.map(({ key }) => key);
  const of = (line = lines[0] ?? '') => draftOfLine(draft, lines, line);
  // The old carrier's secrets are not kept over a reload: they are asked for again before paying.
  const lacking = lackingLines(draft, lines);
  const asksAgain = (line: string): Wrong => ({
    stop: { step: 'phone', line },
    faults: missingSecrets(of(line)),
  });
  const [wrong, setWrong] = useState<Wrong | undefined>(() => {
    const [line] = lacking;
    const at = lines.indexOf(way.line ?? lines[0] ?? '');
    const wasBehind =
      way.shown === 'pay' || (way.shown === 'phone' && lines.indexOf(line ?? '') < at);
    return line !== undefined && wasBehind ? asksAgain(line) : undefined;
  });
  /** Of several lines: what cannot be bought as it is in the cart. */
  const [cartFault, setCartFault] = useState<{ message?: string | undefined }>();
  /** Known fields are shown, unless somebody came to change them. */
  const [asksAll, setAsksAll] = useState(false);
  /** Presses that ended without a payment: what was typed of a card is gone. */
  const [tries, setTries] = useState(0);
  const { stop, stops, back, further, wasPassed, go, goOn, startAgain } = useSteps(
    lines,
    lacking,
    way,
    saveWay,
  );
  const { step } = stop;
  const faults = wrong && isSame(wrong.stop, stop) ? wrong.faults : none;
  const confirmedZip = useRef(way.reached === 'who' ? '' : draft.zipCode);
  const heading = useRef<HTMLHeadingElement>(null);

  const others = useOtherOrders(cart.id);
  const events: PaymentEvents = {
    othersOpen: others.lookAgain,
    repriced: (quote) => quoting.accept(quote, draft.zipCode),
    priceGone() {
      void renewPrice();
    },
    fieldsRefused: correct,
    consentOutdated() {
      setConsent(undefined);
      void refresh([viewAutopayConsent]);
    },
    cardRefused: (message) => correct([{ field: 'card', message }]),
    tooManyLines: (message) => setCartFault({ message }),
    leave,
    paid: onPaid,
  };
  const payment = usePayment(events, step === 'pay');

  /** Undefined when no screen shows the field. */
  function stopOf({ field, line }: FieldError): Stop | undefined {
    const name = stepOfField(field) ?? (line === undefined ? undefined : 'phone');
    if (name !== 'phone') return stops.find((one) => one.step === name);
    const isMail = field === 'addressOne' || field === 'addressTwo';
    const key = line === undefined && isMail ? mailedLine(draft, lines) : lines[(line ?? 1) - 1];
    return stops.find((one) => one.step === name && one.line === (key ?? lines[0]));
  }

  /** To the first screen that has one of the fields. */
  function correct(errors: readonly FieldError[]) {
    const places = errors.map(stopOf);
    const target = stops.find((one) => places.includes(one)) ?? { step: 'who' };
    const here = errors.filter((_, at) => [target, undefined].includes(places[at]));
    setWrong({ stop: target, faults: here });
    if (!isSame(target, stop)) go(target, step === 'pay');
  }

  /** What has no field in the checkout, or a plan that is gone, is about what is in the cart. */
  async function ask(asked: Parameters<typeof quoting.ask>[0]) {
    const refused = await quoting.ask(asked);
    noteCart(refused);
    return refused;
  }

  /** @returns whether it is about the cart, where there are several lines */
  function noteCart(refused: Refused): boolean {
    const gone = refused?.find(({ field }) => field === 'line');
    const isOfCart =
      lines.length > 1 &&
      (refused?.some((error) => error === gone || stopOf(error) === undefined) ?? false);
    if (refused) setCartFault(isOfCart ? { message: gone && goneWords(gone) } : undefined);
    return isOfCart;
  }

  function goneWords({ line: number = 1 }: FieldError): string {
    const plan = inCart[number - 1]?.item.retailName ?? '';
    return i18n.t('The plan of line {number} is no longer on sale: {plan}.', { number, plan });
  }

  async function renewPrice() {
    const refused = await quoting.renew();
    const isOfCart = noteCart(refused);
    if (refused && refused.length > 0 && !isOfCart) correct(refused);
  }

  function edit(next: Stop) {
    if (payment.underWay) return;
    setWrong(undefined);
    setCartFault(undefined);
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
    // The next line's as well: each is asked on its own screen.
    const next = lacking.find((line) => line !== stop.line && wasPassed(line));
    setWrong(next === undefined ? undefined : asksAgain(next));
    const hasMoved = confirmedZip.current !== zipCode;
    confirmedZip.current = zipCode;
    setAsksAll(step === 'phone' && hasMoved);
    // Numbers are near the ZIP Code, and the address has it: each is seen again after the other.
    const isNear = (line: string) => lines.length === 1 || of(line).numberKind !== 'own';
    const again = hasMoved ? lines.filter((line) => line !== stop.line && isNear(line)) : [];
    if (step === 'phone' && hasMoved) return startAgain(again);
    goOn(again);
  }

  async function resumePrice() {
    const refused = (await quoting.resume()) ?? [];
    noteCart(refused);
    // Without a code that is over there is a price all the same.
    const isPromo = refused.some(({ field }) => field === 'promoCode');
    if (isPromo && way.asked) await ask({ ...way.asked, promoCode: '' });
    if (refused.some(({ field }) => stepOfField(field))) correct(refused);
  }

  const applyPromo = (promoCode: string) =>
    ask({
      address: quotedStreet(draft.contact),
      ...quoting.asked,
      zipCode: draft.zipCode,
      promoCode,
    });

  async function chooseMonths(months: PrepayMonths | undefined) {
    if (payment.underWay) return;
    setWrong(undefined);
    quoting.seen();
    const refused = await ask({
      address: quotedStreet(draft.contact),
      promoCode: '',
      ...quoting.asked,
      zipCode: draft.zipCode,
      months,
    });
    if (!refused || refused.length === 0) return;
    if (refused.some(({ field }) => stepOfField(field))) correct(refused);
    else setWrong({ stop: { step: 'pay' }, faults: refused });
  }

  const priceKnownZip = useEffectEvent(() => {
    if (quoting.quote || quoting.asking) return;
    // The first step prices the whole address, and is being sent.
    if (step === 'who' && way.pressed) return;
    if (way.asked) return void resumePrice();
    const known = fields.zipCode.safeParse(draft.zipCode).success;
    if (known) void ask({ zipCode: draft.zipCode, promoCode: '' });
  });
  useEffect(() => priceKnownZip(), [owner]);

  const place = `${step} ${further ?? ''} ${tries}`;
  const [first] = useState(place);
  const arrived = useRef(changed ? undefined : place);
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
    phone: phoneTitle(),
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
  const shared = {
    draft,
    save: (part: Partial<Draft>) => save(part),
    owner,
    faults,
    quoting: { ...quoting, ask },
    onDone: done,
    onBack: back && (() => edit(back)),
  };
  // Several lines are paid for 30 days (P03).
  const offers = cart.more ? [] : prepayOf(cart.item);
  const paysHere = step === 'pay' && quoting.quote !== undefined;
  const cartNote = cartFault && <CartNote message={cartFault.message} />;
  const firstOf = (name: StepName) => stops.find((one) => one.step === name) ?? stop;
  const before = lines.slice(0, lines.indexOf(stop.line ?? ''));
  const mailed = mailedLine(draft, lines);
  // Of a later line it counts once that was gone through: until then it can still be this one's.
  const elsewhere = lines.filter(
    (line) => line !== stop.line && (before.includes(line) || wasPassed(line)),
  );
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
        line={stop.line === undefined ? undefined : lines.indexOf(stop.line)}
        lines={lines.length}
        onSelect={payment.underWay ? undefined : (name) => edit(firstOf(name))}
        step={step}
        summary={
          <SummaryPanel
            asking={quoting.asking}
            isOver={state.kind === 'checking' || state.kind === 'paid'}
            more={cart.more}
            plan={cart.item}
            quote={current}
            renews={renews}
            zipCode={draft.zipCode}
          >
            <SummaryLabel more={cart.more} planId={cart.item.id} />
          </SummaryPanel>
        }
      >
        {state.kind === 'checking' ? (
          <PaymentWatchPanel onSettled={payment.settle} orderId={state.orderId} />
        ) : thanked && state.kind === 'paid' ? (
          <PaidNotice orderId={state.orderId} />
        ) : (
          <StepSection heading={heading} key={place} title={titles[step]}>
            {changed && place === first && (
              <p className="mb-6 remark px-4 py-3" role="status">
                {i18n.t('Your lines have changed in another tab.')}
              </p>
            )}
            {!paysHere && cartNote}
            {step !== 'pay' && <OtherOrdersPanel className="mb-6" orders={others.open} />}
            {step === 'who' && (
              <ContactForm
                {...shared}
                asksAll={asksAll}
                isPressed={way.pressed === true}
                lines={lines.length}
                onPressed={() => saveWay({ pressed: undefined })}
              />
            )}
            {step === 'phone' && (
              <PhoneForm
                {...shared}
                draft={of(stop.line)}
                isAddressAsked={mailed !== undefined && before.includes(mailed)}
                save={(part) => save(part, further)}
                taken={takenNumbers(draft, lines, elsewhere)}
              />
            )}
            {step === 'pay' && !paysHere && (
              <PricePlace loading={quoting.asking} onRetry={() => void resumePrice()} />
            )}
            {step === 'pay' && quoting.quote && (
              <PayPanel
                {...shared}
                applyPromo={applyPromo}
                cardId={way.cardId}
                cartNote={cartNote}
                consent={consent}
                loadProvider={loadProvider}
                chooseMonths={chooseMonths}
                lines={inCart.map(({ key, item }) => ({
                  key,
                  planName: item.retailName,
                  draft: of(key),
                }))}
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
          empty={() => emptyCart(cart.id, lines)}
          esim={draft.simType === 'esim' && !cart.more}
          onClose={state.kind === 'paid' ? () => setThanked(true) : payment.reset}
          onRetry={payAnotherWay}
          open={!thanked}
          outcome={state}
        />
      )}
    </>
  );

  function phoneTitle(): string {
    if (lines.length === 1) return i18n.t('Phone and number');
    const at = lines.indexOf(stop.line ?? '');
    return i18n.t('Phone and number: line {at} of {count}, {plan}', {
      at: at + 1,
      count: lines.length,
      plan: inCart[at]?.item.retailName ?? '',
    });
  }

  async function pay(by: Method, seenQuote: string | undefined) {
    const { quote, asked } = quoting;
    // Enter in a field presses too, also on the way to the bank.
    if (!quote || payment.underWay) return;
    // A price that came after the press is seen before it is paid.
    if (quote.quoteId !== seenQuote) return;
    setWrong(undefined);
    setCartFault(undefined);
    const promoCode = draft.promoCode.trim();
    if (promoCode !== (asked?.promoCode ?? '')) {
      // Typed and not applied: its price is seen before it is paid.
      const refused = await applyPromo(promoCode);
      if (refused && refused.length > 0) setWrong({ stop: { step: 'pay' }, faults: refused });
      return;
    }
    quoting.seen();
    onPaying();
    const besides = others.open.map((one) => one.orderId);
    const order = {
      cartId: cart.id,
      quoteId: seenQuote,
      draft,
      lines,
      method: by,
      besides,
      autopay: consent,
    };
    await payment.pay(order);
  }
}
