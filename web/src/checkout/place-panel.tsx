import { useLingui } from '@lingui/react';
import { stateOptions } from '@portside/contract/places';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { TypedField } from './use-step-form.ts';

interface PlacePanelProps {
  field: (name: 'city' | 'state' | 'zipCode') => TypedField;
  /** Section of the browser's autofill. */
  section: string;
  zipHint?: string | undefined;
  /** Replaces the field's own change where a price depends on it. */
  onZipCode?: ((zipCode: string) => void) | undefined;
}

export function PlacePanel({ field, section, zipHint, onZipCode }: PlacePanelProps) {
  const { i18n } = useLingui();
  return (
    <>
      <Field {...field('city')} autoComplete={`${section} address-level2`} label={i18n.t('City')} />
      <div className="grid gap-6 xs:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Select
          {...field('state')}
          autoComplete={`${section} address-level1`}
          label={i18n.t('State')}
          options={stateOptions}
          placeholder={i18n.t('Choose a state')}
        />
        <Field
          {...field('zipCode')}
          autoComplete={`${section} postal-code`}
          inputMode="numeric"
          label={i18n.t('ZIP Code')}
          onChange={onZipCode ?? field('zipCode').onChange}
        />
      </div>
      {zipHint && (
        <p className="-mt-3 text-fine text-ink-soft" role="status">
          {zipHint}
        </p>
      )}
    </>
  );
}
