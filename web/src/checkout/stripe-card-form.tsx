import { useLingui } from '@lingui/react';
import { useId } from 'react';
import { usePage } from '../api/page.tsx';
import { typedField } from '../api/typed-field.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { cardAddress, type Draft } from './draft.ts';
import type { Method } from './order-input.ts';
import { type PayAction, PayFoot } from './step-actions-panel.tsx';
import { holderFaults } from './step-rules.ts';
import { usePaymentElement } from './use-payment-element.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface StripeCardFormProps extends StepProps {
  draft: Draft;
  save: (part: Pick<Draft, 'cardHolder' | 'saveCard'>) => void;
  amountCents: number;
  onCard: (method: Method) => void;
  action: PayAction;
  /** It is not kept. */
  once: boolean;
}

/** A new card or a wallet, in the provider's own form: no digit of it is ever in our page (I22). */
export default function StripeCardForm(props: StripeCardFormProps) {
  const { draft, save, owner, faults, amountCents, onCard, onBack, action, once } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const id = useId();
  const { zipCode, country } = cardAddress(draft);
  const { place, state, isWallet, retry, takeMethod } = usePaymentElement({
    payment: brand.payment,
    language,
    business: brand.host,
    amountCents,
    saves: draft.saveCard && !once,
    zipCode,
    country,
  });
  const form = useStepForm({
    initial: { name: draft.cardHolder, card: '', saveCard: draft.saveCard },
    owner,
    faults,
    save: ({ name, saveCard }) => save({ cardHolder: name, saveCard }),
    check: (values) => (isWallet ? {} : holderFaults(values)),
    async onSubmit({ name }, signal) {
      const taken = await takeMethod(name.trim());
      if (typeof taken === 'string') return [{ field: 'card', message: taken }];
      if (!signal.aborted) onCard(taken);
    },
  });
  const { card: fault } = form.errors;
  return (
    <Form form={form} label={i18n.t('New card')}>
      {!isWallet && (
        <Field
          {...typedField(form)('name')}
          autoComplete="cc-name"
          label={i18n.t('Name on card')}
          spellCheck={false}
        />
      )}
      <div
        aria-busy={state === 'loading' || undefined}
        aria-describedby={fault && id}
        aria-label={i18n.t('Card details')}
        role="group"
      >
        {(state === 'loading' || state === 'slow') && (
          <>
            <Skeleton className="h-64 w-full" />
            <p className={state === 'slow' ? 'mt-3' : 'sr-only'} role="status">
              {state === 'slow'
                ? i18n.t('The card form is taking longer than usual.')
                : i18n.t('Loading')}
            </p>
          </>
        )}
        {state === 'failed' && (
          <div role="alert">
            <FaultLine>
              {i18n.t(
                'The card form didn’t load. Check your connection and any content blocker, then try again.',
              )}
            </FaultLine>
          </div>
        )}
        {(state === 'failed' || state === 'slow') && (
          <Button className="mt-3" icon="refresh" onClick={retry} variant="secondary">
            {i18n.t('Try again')}
          </Button>
        )}
        {/* Mounted while it loads: the provider measures it. */}
        <div className={state === 'ready' ? '' : 'h-0 overflow-hidden'} ref={place} />
        <div className="empty:hidden" role="alert">
          {fault && <FaultLine id={id}>{fault}</FaultLine>}
        </div>
      </div>
      <p className="flex gap-3 bg-fog px-4 py-3 text-fine">
        <Icon className="text-good" name="lock" size={20} />
        {i18n.t(
          'The number goes straight from your browser to our payment provider. {company} never sees or keeps it.',
          { company: brand.host },
        )}
      </p>
      {!once && (
        <Checkbox
          checked={form.values.saveCard}
          hint={i18n.t('Kept by our payment provider. You can delete it in your account anytime.')}
          label={i18n.t('Save this card')}
          name="saveCard"
          onChange={(checked) => form.set('saveCard', checked)}
        />
      )}
      {action.above?.(true)}
      <PayFoot action={action} loading={form.loading} onBack={onBack} />
    </Form>
  );
}
