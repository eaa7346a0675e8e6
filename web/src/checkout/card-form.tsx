import { useLingui } from '@lingui/react';
import { cardBrand } from '@portside/contract/card-brands';
import { type CountryOption, countryOptions } from '@portside/contract/countries';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { typedField } from '../api/typed-field.ts';
import { CardNetwork, cardNetworkNames } from '../ui/card-network.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { cardAddress, type Draft } from './draft.ts';
import type { Method } from './order-input.ts';
import { type LoadCardProvider, providerAway } from './provider-script.ts';
import { type PayAction, PayFoot } from './step-actions-panel.tsx';
import { cardFaults } from './step-rules.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface CardFormProps extends StepProps {
  draft: Draft;
  save: (part: Pick<Draft, 'cardHolder' | 'billing' | 'saveCard'>) => void;
  loadProvider: LoadCardProvider;
  onCard: (method: Method) => void;
  action: PayAction;
  /** It is not kept. */
  once: boolean;
}

/** The number goes straight to the provider; only its token is stored. */
export function CardForm({
  draft,
  save,
  owner,
  faults,
  loadProvider,
  onCard,
  onBack,
  action,
  once,
}: CardFormProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const [countries] = useState(() => countryOptions(language).map(withFlag));
  const form = useStepForm({
    initial: {
      name: draft.cardHolder,
      number: '',
      expiry: '',
      cvv: '',
      ...draft.billing,
      saveCard: draft.saveCard,
    },
    owner,
    faults,
    save({ name, number: _number, expiry: _expiry, cvv: _cvv, saveCard, ...billing }) {
      save({ cardHolder: name, billing, saveCard });
    },
    check: (values) => cardFaults(values, new Date()),
    async onSubmit({ name, number, expiry, cvv, saveCard: _saveCard, ...billing }, signal) {
      try {
        const provider = await loadProvider(brand.payment);
        const token = await provider.createToken({
          number: number.replaceAll(' ', ''),
          expiry,
          cvv,
          cardholderName: name.trim(),
          billing: cardAddress({ ...draft, billing }),
        });
        if (!signal.aborted) onCard({ kind: 'new', token, expiry });
      } catch (error) {
        return [cardFault(error)];
      }
    },
  });
  const field = typedField(form);
  const { values } = form;
  const network = cardBrand(values.number);
  const codeLength = network?.codeLength ?? 4;
  const amex = network?.network === 'amex';
  return (
    <Form form={form} label={i18n.t('New card')}>
      <Field
        {...field('name')}
        autoComplete="cc-name"
        label={i18n.t('Name on card')}
        spellCheck={false}
      />
      <div>
        <Field
          {...field('number')}
          autoComplete="cc-number"
          inputMode="numeric"
          label={i18n.t('Card number')}
          placeholder="0000 0000 0000 0000"
          suffix={network ? <CardNetwork name={network.network} /> : <Icon name="card" />}
        />
        {!network && (
          <p className="mt-2.5 flex flex-wrap gap-1.5">
            <span className="sr-only">{i18n.t('We take')}</span>
            {cardNetworkNames.map((name) => (
              <CardNetwork key={name} name={name} />
            ))}
          </p>
        )}
      </div>
      <div className="grid grid-cols-2 gap-x-4 xs:gap-x-6 [&_label]:self-end">
        <Field
          {...field('expiry')}
          autoComplete="cc-exp"
          className="row-span-3 grid! grid-rows-subgrid"
          inputMode="numeric"
          label={i18n.t('Expiry date')}
          placeholder="MM/YY"
        />
        <Field
          {...field('cvv')}
          autoComplete="cc-csc"
          className="row-span-3 grid! grid-rows-subgrid"
          inputMode="numeric"
          label={i18n.t('CVV')}
          onChange={(value) => form.set('cvv', value.slice(0, codeLength))}
          placeholder={amex ? i18n.t('4 on the front') : i18n.t('3 on the back')}
        />
      </div>
      <p className="flex gap-3 bg-fog px-4 py-3 text-fine">
        <Icon className="text-good" name="lock" size={20} />
        {i18n.t(
          'The number goes straight from your browser to our payment provider. {company} never sees or keeps it.',
          { company: brand.host },
        )}
      </p>
      <fieldset className="mt-2">
        <legend className="text-title head">{i18n.t('Billing address')}</legend>
        <Checkbox
          checked={values.sameAddress}
          className="mt-2"
          label={i18n.t('Same as the service address')}
          name="sameAddress"
          onChange={(checked) => {
            form.set('sameAddress', checked);
            for (const name of Object.keys(draft.billing)) form.clearError(name);
          }}
        />
        {!values.sameAddress && (
          <div className="mt-4 flex flex-col gap-6">
            <Field
              {...field('address')}
              autoComplete="billing address-line1"
              label={i18n.t('Address')}
            />
            <div className="grid gap-6 xs:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Field
                {...field('city')}
                autoComplete="billing address-level2"
                label={i18n.t('City')}
              />
              <Field
                {...field('zipCode')}
                autoComplete="billing postal-code"
                inputMode="numeric"
                label={i18n.t('ZIP Code')}
              />
            </div>
            <Select
              {...form.text('country')}
              autoComplete="billing country"
              label={i18n.t('Country')}
              options={countries}
            />
            <Field
              {...field('companyName')}
              autoComplete="billing organization"
              label={i18n.t('Company')}
              optional
            />
          </div>
        )}
      </fieldset>
      {!once && (
        <Checkbox
          checked={values.saveCard}
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

/** The flag is decoration; the label says the country (H36). */
const withFlag = ({ value, label, flag }: CountryOption) => ({
  value,
  label,
  picture: (
    <img
      alt=""
      className="h-4 w-6 flex-none rounded-[2px] outline-1 -outline-offset-1 outline-edge"
      height={16}
      loading="lazy"
      src={flag}
      width={24}
    />
  ),
});

/** The provider's sentence at its field. A failed call has none for people. */
function cardFault(error: unknown) {
  const said = error instanceof Error && !(error instanceof TypeError) ? error : undefined;
  const message = said?.message ?? providerAway;
  const { field = 'card' } = (said ?? {}) as { field?: string };
  return { field: field === 'cardholderName' ? 'name' : field, message };
}
