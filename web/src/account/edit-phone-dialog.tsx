import { useLingui } from '@lingui/react';
import { editUser, viewUser } from '@portside/contract/account';
import { type PhoneParts, phoneNumber, phoneParts } from '@portside/contract/countries';
import { fields } from '@portside/contract/fields';
import { fieldFaults } from '../api/check-input.ts';
import { usePage } from '../api/page.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import type { EditProps } from './edit-props.ts';
import { typedField } from '../api/typed-field.ts';

const rules = { countryCode: fields.countryCode, contactNumber: fields.contactNumber };

/** E08. */
export function EditPhoneDialog({ user, ...dialog }: EditProps) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const submit = useSubmit(editUser, {
    input: (parts: PhoneParts) => ({ phoneNumber: phoneNumber(parts) ?? '+' }),
    refresh: [viewUser],
    onDone: dialog.onClose,
  });
  const form = useForm({
    initial: phoneParts(user.contactNumber, brand.countryCode),
    ...submit,
    // Each field first, then the number they make.
    check: (parts) => {
      const faults = fieldFaults(rules, { ...parts });
      if (faults.length === 0) return submit.check(parts);
      return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
    },
  });
  const field = typedField(form);
  return (
    <FormDialog
      {...dialog}
      form={form}
      subtitle={i18n.t('Where we can reach you. It doesn’t change your line’s number.')}
      title={i18n.t('Edit phone number')}
    >
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4">
        <Field
          {...field('countryCode')}
          autoComplete="tel-country-code"
          inputMode="tel"
          label={i18n.t('Code')}
          placeholder="+44"
        />
        <Field
          {...field('contactNumber')}
          autoComplete="tel-national"
          inputMode="tel"
          label={i18n.t('Contact number')}
          type="tel"
        />
      </div>
    </FormDialog>
  );
}
