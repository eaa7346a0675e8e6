import { useLingui } from '@lingui/react';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { alwaysAsked } from '../port-in/port-in-details.ts';
import { OldCarrierForm } from '../port-in/old-carrier-form.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { type BroughtNumber, detailsOf, fieldHere } from './brought-number.ts';
import type { TypedField } from './use-step-form.ts';

interface BroughtDetailsFormProps {
  values: BroughtNumber;
  asks: readonly PortInField[];
  errors: Readonly<Record<string, string | undefined>>;
  /** The number moves when the card that is mailed is activated. */
  byMail: boolean;
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

export function BroughtDetailsForm(props: BroughtDetailsFormProps) {
  const { values, asks, errors, byMail, set } = props;
  const { i18n } = useLingui();
  const asked = asks.every((field) => alwaysAsked.includes(field))
    ? i18n.t('Account number and transfer PIN.')
    : i18n.t('What your old carrier asks for.');
  const starts = byMail
    ? i18n.t('The transfer starts when you activate the SIM card.')
    : i18n.t('The transfer starts once you’ve paid.');
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
            detail: `${asked} ${starts}`,
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
          asks={asks}
          errors={{ ...errors, zipCode: errors['oldZipCode'] }}
          set={(name, value) => {
            if (name !== 'lockOff') set(fieldHere(name), String(value));
          }}
          values={detailsOf(values)}
        />
      )}
    </>
  );
}
