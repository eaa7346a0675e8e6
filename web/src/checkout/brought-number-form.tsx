import { useLingui } from '@lingui/react';
import { OldCarrierForm } from '../port-in/old-carrier-form.tsx';
import { alwaysAsked, noDetails } from '../port-in/port-in-details.ts';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import type { BroughtNumber } from './draft.ts';
import type { TypedField } from './use-step-form.ts';

interface BroughtDetailsFormProps {
  values: BroughtNumber;
  errors: Readonly<Record<string, string | undefined>>;
  set: (name: keyof BroughtNumber, value: string) => void;
}

export function BroughtNumberField({ field }: { field: TypedField }) {
  const { i18n } = useLingui();
  return (
    <Field
      {...field}
      autoComplete="tel-national"
      className="max-w-sm"
      hint={i18n.t('It keeps working with your old carrier until it works here.')}
      inputMode="tel"
      label={i18n.t('Your number')}
      placeholder="(212) 555-0100"
      suffix={<Icon name="call" size={20} />}
      type="tel"
    />
  );
}

export function BroughtDetailsForm({ values, errors, set }: BroughtDetailsFormProps) {
  const { i18n } = useLingui();
  return (
    <>
      <RadioCards
        cards={[
          {
            value: 'later',
            label: i18n.t('Later'),
            detail: i18n.t('Pay first. Your dashboard asks for them and shows where to find them.'),
          },
          {
            value: 'now',
            label: i18n.t('Now'),
            detail: i18n.t(
              'Account number and transfer PIN. The transfer starts once you’ve paid.',
            ),
          },
        ]}
        columns={2}
        legend={i18n.t('Your old carrier’s details')}
        name="detailsWhen"
        onChange={(value) => set('detailsWhen', value)}
        value={values.detailsWhen}
      />
      {values.detailsWhen === 'now' && (
        <OldCarrierForm
          asks={alwaysAsked}
          errors={errors}
          set={(name, value) => {
            if (name === 'carrier' || name === 'billingAccount' || name === 'pinPassword') {
              set(name, String(value));
            }
          }}
          values={{ ...noDetails, ...values }}
        />
      )}
    </>
  );
}
