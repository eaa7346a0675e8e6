import { useLingui } from '@lingui/react';
import { oldCarriers, pinLabel } from '@portside/contract/old-carriers';
import { stateOptions } from '@portside/contract/places';
import { pinWarning } from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { typingOf } from '../api/typed-field.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { OldCarrierPanel } from './old-carrier-panel.tsx';
import type { PortInDetails } from './port-in-details.ts';

type Name = keyof PortInDetails;

export interface OldCarrierFieldsProps {
  values: PortInDetails;
  errors: Readonly<Record<string, string | undefined>>;
  set: (name: Name, value: string | boolean) => void;
  asks: readonly PortInField[];
  /** One of them is enough. */
  oneIsEnough?: boolean | undefined;
}

interface OldCarrierFormProps extends OldCarrierFieldsProps {
  /** The known carrier is not asked again. */
  carrierKnown?: boolean | undefined;
}

interface OldCarrierSelectProps {
  value: string;
  onChange: (id: string) => void;
}

/** Decides which help shows. */
export function OldCarrierSelect({ value, onChange }: OldCarrierSelectProps) {
  const { i18n } = useLingui();
  return (
    <Select
      label={i18n.t('Your old carrier')}
      name="carrier"
      onChange={onChange}
      options={oldCarriers.map(({ id, name }) => ({
        value: id,
        label: id === 'other' ? i18n._(name) : name,
      }))}
      placeholder={i18n.t('Choose one to see where to look')}
      value={value}
    />
  );
}

export function OldCarrierForm({ carrierKnown = false, ...fields }: OldCarrierFormProps) {
  const { values, set, asks } = fields;
  return (
    <>
      <div className="flex flex-col gap-3">
        {!carrierKnown && (
          <OldCarrierSelect onChange={(value) => set('carrier', value)} value={values.carrier} />
        )}
        <OldCarrierPanel about={asks} carrier={values.carrier} />
      </div>
      <OldCarrierFields {...fields} />
    </>
  );
}

export function OldCarrierFields(props: OldCarrierFieldsProps) {
  const { values, errors, set, asks, oneIsEnough = false } = props;
  const { i18n } = useLingui();
  const shows = (field: PortInField) => asks.includes(field);
  const text = (name: Exclude<Name, 'lockOff'>) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => set(name, value),
    filter: typingOf(name),
    autoComplete: 'off' as const,
    spellCheck: false,
  });
  const named = shows('firstName') || shows('lastName');
  const onFile =
    named || (['zipCode', 'address', 'city', 'state', 'birthday'] as const).some(shows);
  const warning = shows('pinPassword') ? pinWarning(values.pinPassword) : undefined;
  return (
    <>
      {shows('billingAccount') && (
        <Field {...text('billingAccount')} label={i18n.t('Account number')} />
      )}
      {shows('pinPassword') && (
        <div>
          <Field {...text('pinPassword')} label={i18n._(pinLabel)} />
          <p aria-live="polite" className="mt-2 text-fine text-ink-soft empty:hidden">
            {warning && i18n._(warning)}
          </p>
        </div>
      )}
      {onFile && (
        <fieldset className="flex flex-col gap-6">
          <legend className="mb-4">
            <span className="font-strong">{i18n.t('What your old carrier has on file')}</span>
            {oneIsEnough && (
              <span className="mt-1 block text-fine text-ink-soft">
                {i18n.t('Enter what was wrong. What you leave empty stays the same.')}
              </span>
            )}
          </legend>
          {shows('address') && (
            <Field
              {...text('address')}
              hint={i18n.t('Street and number, as on your bill there')}
              label={i18n.t('Address on your old carrier’s account')}
            />
          )}
          {shows('city') && <Field {...text('city')} label={i18n.t('City')} />}
          {shows('state') && (
            <Select
              error={errors['state']}
              label={i18n.t('State')}
              name="state"
              onChange={(value) => set('state', value)}
              options={stateOptions}
              placeholder={i18n.t('Choose a state')}
              value={values.state}
            />
          )}
          {shows('zipCode') && (
            <Field
              {...text('zipCode')}
              inputMode="numeric"
              label={i18n.t('ZIP Code on your old carrier’s account')}
            />
          )}
          {named && (
            <div className="grid gap-6 xs:grid-cols-2">
              <Field {...text('firstName')} label={i18n.t('First name')} />
              <Field {...text('lastName')} label={i18n.t('Last name')} />
            </div>
          )}
          {shows('birthday') && (
            <Field
              {...text('birthday')}
              className="xs:max-w-72"
              label={i18n.t('Date of birth')}
              type="date"
            />
          )}
        </fieldset>
      )}
      {shows('lockOff') && (
        <Checkbox
          checked={values.lockOff}
          error={errors.lockOff && i18n._(errors.lockOff)}
          label={i18n.t('I turned off the lock at my old carrier')}
          name="lockOff"
          onChange={(checked) => set('lockOff', checked)}
        />
      )}
    </>
  );
}
