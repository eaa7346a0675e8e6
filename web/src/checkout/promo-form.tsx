import { useLingui } from '@lingui/react';
import type { Quote } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import { usePage } from '../api/page.tsx';
import { typedField } from '../api/typed-field.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Refused } from './use-quote.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface PromoFormProps extends Omit<StepProps, 'onBack'> {
  promoCode: string;
  /** The one in the price. */
  applied: string;
  /** It is a friend's. */
  friend: Quote['friend'];
  save: (promoCode: string) => void;
  /** There are several lines (P03). */
  ofFirstLine?: boolean;
  /** Prices with it; empty is without. */
  apply: (promoCode: string) => Promise<Refused>;
}

export function PromoForm(props: PromoFormProps) {
  const { promoCode, applied, friend, save, apply, owner, faults } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const takesFriends = brand.referrals !== undefined;
  const form = useStepForm({
    initial: { promoCode },
    owner,
    faults,
    save: (values) => save(values.promoCode),
    check: () => ({}),
    onSubmit: (values) => apply(values.promoCode.trim()),
  });
  const typed = form.values.promoCode.trim();
  return (
    <Form className="max-w-sm" form={form}>
      <div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
          <Field
            {...typedField(form)('promoCode')}
            autoCapitalize="characters"
            autoComplete="off"
            className={classes(
              'grid! grid-rows-subgrid',
              takesFriends ? 'row-span-4' : 'row-span-3',
            )}
            clearable
            hint={takesFriends ? i18n.t('Or a friend’s code. An order takes one code.') : undefined}
            label={i18n.t('Promo code')}
            onChange={(value) => {
              form.set('promoCode', value);
              if (value === '' && applied !== '') void apply('');
            }}
            optional
            spellCheck={false}
          />
          <Button
            // Level with the field, below its label.
            className={classes(
              'col-start-2 min-h-14',
              takesFriends ? 'row-start-3' : 'row-start-2',
            )}
            loading={form.loading}
            // Enter sends this form of one field, too; the page's submit button is the one that pays.
            onClick={() => void form.submit()}
            variant="secondary"
          >
            {i18n.t('Apply')}
          </Button>
        </div>
        {props.ofFirstLine && (
          <p className="mt-2 text-fine text-ink-soft">{i18n.t('A code counts for line 1.')}</p>
        )}
        <p aria-live="polite" className="text-fine font-medium text-good">
          {applied !== '' && applied === typed && (
            <span className="mt-2 flex items-center gap-2">
              <Icon name="check" size={18} />
              {friend
                ? i18n.t(
                    '{code} is noted. It takes nothing off today. You get {credit} of credit once your second month is paid.',
                    { code: friend.code, credit: money(friend.credit, language) },
                  )
                : i18n.t('{code} is applied.', { code: applied.toUpperCase() })}
            </span>
          )}
        </p>
      </div>
    </Form>
  );
}
