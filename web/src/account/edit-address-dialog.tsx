import { useLingui } from '@lingui/react';
import { editUser, viewUser } from '@portside/contract/account';
import { stateOptions, streetDirections } from '@portside/contract/places';
import { useSubmit } from '../api/use-submit.ts';
import { filledStreet } from '@portside/contract/street-address';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import type { EditProps } from './edit-props.ts';
import { typedField } from '../api/typed-field.ts';

/** E05. */
export function EditAddressDialog({ user, ...dialog }: EditProps) {
  const { i18n } = useLingui();
  const { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode } = user;
  const form = useForm({
    initial: { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode },
    ...useSubmit(editUser, { refresh: [viewUser], onDone: dialog.onClose }),
  });
  const field = typedField(form);
  /** Address books fill in the whole line. */
  function fillStreet(typed: string) {
    for (const [name, value] of Object.entries(filledStreet(form.values, typed))) {
      form.set(name as 'streetName', value);
    }
  }

  const directions = [
    { value: '', label: i18n.t('None') },
    ...streetDirections.map((value) => ({ value, label: value })),
  ];
  return (
    <FormDialog
      {...dialog}
      form={form}
      subtitle={i18n.t('911 responders are sent here, and it sets your taxes.')}
      title={i18n.t('Edit address')}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-6">
        <Field
          {...field('streetNumber')}
          autoComplete="off"
          inputMode="numeric"
          label={i18n.t('Number')}
        />
        <Select
          {...form.text('streetDirection')}
          label={i18n.t('Direction')}
          options={directions}
          placeholder={i18n.t('None')}
        />
      </div>
      <Field
        {...field('streetName')}
        autoComplete="address-line1"
        label={i18n.t('Street name')}
        onChange={fillStreet}
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
          {...form.text('state')}
          autoComplete="address-level1"
          label={i18n.t('State')}
          options={stateOptions}
          placeholder={i18n.t('Choose a state')}
        />
        <Field
          {...field('zipCode')}
          autoComplete="postal-code"
          inputMode="numeric"
          label={i18n.t('ZIP Code')}
        />
      </div>
    </FormDialog>
  );
}
