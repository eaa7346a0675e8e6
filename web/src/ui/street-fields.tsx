import { useLingui } from '@lingui/react';
import { Field, type FieldProps } from './field.tsx';
import { Select, type SelectOption, type SelectProps } from './select.tsx';

type Name =
  | 'streetNumber'
  | 'streetDirection'
  | 'streetName'
  | 'streetUnit'
  | 'city'
  | 'state'
  | 'zipCode';
type Bound = Pick<FieldProps, 'name' | 'value' | 'error' | 'onChange' | 'filter'>;

interface StreetFieldsProps {
  field: (name: Name) => Bound;
  select: (name: Name) => Pick<SelectProps, 'name' | 'value' | 'error' | 'onChange'>;
  directions: readonly string[];
  states: readonly SelectOption[];
  /** Address books fill in the whole line. */
  onStreetName: (typed: string) => void;
}

/** An address in a dialog. */
export function StreetFields({
  field,
  select,
  directions,
  states,
  onStreetName,
}: StreetFieldsProps) {
  const { i18n } = useLingui();
  return (
    <>
      <div className="fields-beside gap-x-4 gap-y-6">
        <Field
          {...field('streetNumber')}
          autoComplete="off"
          inputMode="numeric"
          label={i18n.t('Number')}
        />
        <Select
          {...select('streetDirection')}
          label={i18n.t('Direction')}
          options={[
            { value: '', label: i18n.t('No direction') },
            ...directions.map((value) => ({ value, label: value })),
          ]}
          placeholder={i18n.t('No direction')}
        />
      </div>
      <Field
        {...field('streetName')}
        autoComplete="address-line1"
        label={i18n.t('Street name')}
        onChange={onStreetName}
      />
      <Field
        {...field('streetUnit')}
        autoComplete="address-line2"
        className="xs:max-w-72"
        label={i18n.t('Apartment or unit')}
        optional
      />
      <Field {...field('city')} autoComplete="address-level2" label={i18n.t('City')} />
      <div className="grid gap-6 xs:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Select
          {...select('state')}
          autoComplete="address-level1"
          label={i18n.t('State')}
          options={states}
          placeholder={i18n.t('Choose a state')}
        />
        <Field
          {...field('zipCode')}
          autoComplete="postal-code"
          inputMode="numeric"
          label={i18n.t('ZIP Code')}
        />
      </div>
    </>
  );
}
