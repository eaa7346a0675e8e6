import { useLingui } from '@lingui/react';
import type { OpenOrder, Quote } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import type { PrepayMonths, PrepayOffer } from '@portside/contract/prepay';
import { type ReactNode, useState } from 'react';
import { AutopayChoice } from './autopay-choice-tile.tsx';
import type { Draft } from './draft.ts';
import type { Method } from './order-input.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { PrepayChoice } from './prepay-choice-tile.tsx';
import { PromoForm } from './promo-form.tsx';
import type { LoadCardProvider } from './provider-script.ts';
import { PayNotes, type ReviewedLine, ReviewPanel } from './review-panel.tsx';
import { type PayAction, PayFoot } from './step-actions-panel.tsx';
import type { Stop } from './steps.ts';
import { Bill } from './summary-panel.tsx';
import type { PaymentState } from './use-payment.ts';
import type { Quoting, Refused } from './use-quote.ts';
import type { StepProps } from './use-step-form.ts';

interface PayPanelProps extends StepProps {
  draft: Draft;
  /** All lines, the first one first. */
  lines: readonly ReviewedLine[];
  save: (part: Partial<Draft>) => void;
  quoting: Quoting;
  quote: Quote;
  applyPromo: (promoCode: string) => Promise<Refused>;
  /** Of the plan (P10). */
  offers: readonly PrepayOffer[];
  /** Of the plan, for 30 days. */
  price: number;
  chooseMonths: (months: PrepayMonths | undefined) => Promise<void>;
  /** The saved card that was chosen before. */
  cardId: string | undefined;
  onChoice: (cardId: string | undefined) => void;
  /** The version of the text about autopay that was agreed to. */
  consent: string | undefined;
  onConsent: (version: string | undefined) => void;
  payment: PaymentState;
  others: readonly OpenOrder[];
  /** Why the lines cannot be bought as they are (P03). */
  cartNote: ReactNode;
  loadProvider: LoadCardProvider;
  onEdit: (stop: Stop) => void;
  onPay: (method: Method) => void;
}

// A constant, because the forms react when their faults change.
const none: StepProps['faults'] = [];

/** The last step: what was entered, a promo code, how to pay, the whole bill and one press. */
export function PayPanel(props: PayPanelProps) {
  const { draft, lines, save, owner, faults, onBack, quoting, quote, payment, others } = props;
  const { consent, onConsent, onPay } = props;
  const { i18n } = useLingui();
  const isFree = quote.finalCheckoutAmount === 0;
  const renews = consent !== undefined && !isFree;
  const total = money(quote.finalCheckoutAmount);
  const ofPromo = faults.some(({ field }) => field === 'promoCode');

  function label(): string {
    if (isFree) return i18n.t('Place order');
    if (payment.kind === 'trouble') return i18n.t('Try again to pay {total}', { total });
    if (others.length > 0) return i18n.t('Pay {total} as well', { total });
    return i18n.t('Pay {total}', { total });
  }

  const above = (isNewCard: boolean) => (
    <>
      {!isFree && (
        <AutopayChoice
          byMail={lines.some((line) => line.draft.simType === 'physical')}
          consent={consent}
          isNewCard={isNewCard}
          months={quote.months}
          onConsent={onConsent}
          parts={quote.parts}
          renewal={quote.renewal}
          saves={draft.saveCard}
        />
      )}
      {/* Beside the step where there is room. */}
      <section aria-labelledby="bill" className="border-t-4 border-ink pt-4 md:hidden">
        <h3 className="mb-2 text-lead" id="bill">
          {i18n.t('Your bill')}
        </h3>
        <Bill quote={quote} renews={renews} zipCode={draft.zipCode} />
      </section>
      <PayNotes
        before={quoting.before}
        cartNote={props.cartNote}
        lines={lines.length}
        others={others}
        payment={payment}
        quote={quote}
        renews={renews}
      />
    </>
  );
  const isBusy = payment.kind === 'paying' || payment.kind === 'leaving';
  const action: PayAction = { label: label(), loading: isBusy || quoting.asking, above };
  return (
    <div className="flex flex-col gap-8">
      <ReviewPanel draft={draft} lines={lines} onEdit={props.onEdit} />
      <PrepayTerm {...props} disabled={isBusy} />
      <PromoForm
        apply={props.applyPromo}
        applied={quoting.asked?.promoCode ?? ''}
        faults={ofPromo ? faults : none}
        friend={quoting.quote?.friend}
        owner={owner}
        ofFirstLine={quote.parts !== undefined}
        promoCode={draft.promoCode}
        save={(promoCode) => save({ promoCode })}
      />
      <section aria-labelledby="paying" className="flex flex-col gap-6">
        <h3 className="text-title" id="paying">
          {i18n.t('How do you want to pay?')}
        </h3>
        {isFree ? (
          <>
            <p>{i18n.t('There’s nothing to pay today, so we don’t need a card.')}</p>
            {above(false)}
            <PayFoot action={action} onBack={onBack} onPay={() => onPay({ kind: 'none' })} />
          </>
        ) : (
          <PaymentPanel
            action={action}
            amountCents={Math.round(quote.finalCheckoutAmount * 100)}
            cardId={props.cardId}
            draft={draft}
            faults={ofPromo ? none : faults}
            loadProvider={props.loadProvider}
            onBack={onBack}
            onChoice={props.onChoice}
            onPay={onPay}
            owner={owner}
            save={save}
          />
        )}
      </section>
    </div>
  );
}

/** What is chosen stands there while its price is asked for; then what the price is for. */
function PrepayTerm(props: PayPanelProps & { disabled: boolean }) {
  const { offers, price, quoting, quote, chooseMonths, faults, disabled } = props;
  const [asked, setAsked] = useState<{ months: PrepayMonths | undefined }>();
  const refused = faults.find(({ field }) => field === 'quote')?.message ?? quoting.termRefused;
  if (offers.length === 0 && !quoting.termRefused) return null;
  return (
    <PrepayChoice
      disabled={disabled}
      error={refused}
      months={asked ? asked.months : quote.months}
      offers={offers}
      onChange={(months) => {
        const mine = { months };
        setAsked(mine);
        const over = () => setAsked((latest) => (latest === mine ? undefined : latest));
        void chooseMonths(months).finally(over);
      }}
      price={price}
    />
  );
}
