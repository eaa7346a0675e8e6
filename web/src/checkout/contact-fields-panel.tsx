import { useLingui } from '@lingui/react';
import { stateOfZip, stateOptions, streetDirections } from '@portside/contract/places';
import { streetFiller } from '../api/street-filler.ts';
import { typedField } from '../api/typed-field.ts';
import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import type { Contact } from './draft.ts';
import { PlacePanel } from './place-panel.tsx';
import { zipFaults } from './step-rules.ts';

export type ContactValues = Contact & { readonly zipCode: string };

interface ContactFieldsProps {
  form: Pick<FormState<ContactValues>, 'values' | 'set' | 'text'>;
  /** A whole one that is new: a price depends on it. */
  onZipCode: (zipCode: string) => void;
  /** Of a purchase (P03). */
  lines?: number | undefined;
  onFocus?: () => void;
}

/** Whose line it is, and where it is used. */
export function ContactFields({ form, onZipCode, lines = 1, onFocus }: ContactFieldsProps) {
  const { i18n } = useLingui();
  const field = typedField(form);

  function moveTo(zip: string) {
    if (zip === form.values.zipCode) return;
    form.set('zipCode', zip);
    if (!form.values.state) form.set('state', stateOfZip(zip) ?? '');
    if (!zipFaults({ zipCode: zip }).zipCode) onZipCode(zip);
  }

  const directions = [
    { value: '', label: i18n.t('No direction') },
    ...streetDirections.map((value) => ({ value, label: value })),
  ];
  const expected = stateOfZip(form.values.zipCode);
  const foreign = expected && form.values.state && expected !== form.values.state;
  const zipHint = foreign
    ? i18n.t('ZIP Code {zip} is usually in {state}. Please check that both are right.', {
        zip: form.values.zipCode,
        state: stateOptions.find((one) => one.value === expected)?.label ?? expected,
      })
    : undefined;

  return (
    <div className="flex flex-col gap-6" onFocus={onFocus}>
      <fieldset className="flex flex-col gap-6">
        <legend className="mb-4 text-title head">
          {lines > 1 ? i18n.t('Who are the lines for?') : i18n.t('Who is the line for?')}
        </legend>
        <div className="grid gap-6 xs:grid-cols-2">
          <Field {...field('firstName')} autoComplete="given-name" label={i18n.t('First name')} />
          <Field {...field('lastName')} autoComplete="family-name" label={i18n.t('Last name')} />
        </div>
        <div className="flex flex-wrap gap-4 xs:gap-6">
          <Field
            {...field('countryCode')}
            autoComplete="tel-country-code"
            className="w-26"
            inputMode="tel"
            label={i18n.t('Code')}
            placeholder="+44"
          />
          <Field
            {...field('contactNumber')}
            autoComplete="tel-national"
            className="min-w-0 flex-[1_1_8.5rem]"
            inputMode="tel"
            label={i18n.t('Contact number')}
            type="tel"
          />
        </div>
        <p className="-mt-3 text-fine text-ink-soft">
          {i18n.t('A number where we can reach you today, in case we have a question.')}
        </p>
      </fieldset>
      <fieldset className="mt-4 flex flex-col gap-6">
        <legend className="mb-1 text-title head">{i18n.t('Service address')}</legend>
        <p className="measure text-ink-soft">
          {i18n.t(
            'Where you live and use the phone. 911 responders are sent here, and it sets your taxes.',
          )}
        </p>
        <div className="fields-beside gap-x-4 gap-y-6 xs:grid-cols-2 xs:gap-x-6 min-[1200px]:grid-cols-[7rem_10rem_minmax(0,1fr)]">
          <Field {...field('streetNumber')} label={i18n.t('Number')} />
          <Select
            {...field('streetDirection')}
            label={i18n.t('Direction')}
            options={directions}
            placeholder={i18n.t('No direction')}
          />
          <Field
            {...field('streetName')}
            autoComplete="section-service address-line1"
            className="max-[1199px]:col-span-full"
            label={i18n.t('Street name')}
            onChange={streetFiller(form)}
          />
        </div>
        <Field
          {...field('streetUnit')}
          autoComplete="section-service address-line2"
          className="xs:max-w-72"
          label={i18n.t('Apartment or unit')}
          optional
        />
        <PlacePanel field={field} onZipCode={moveTo} section="section-service" zipHint={zipHint} />
      </fieldset>
    </div>
  );
}
