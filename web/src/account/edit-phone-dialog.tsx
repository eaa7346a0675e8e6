import { useLingui } from '@lingui/react';
import type { UserInfo } from '@portside/contract/account';
import { type PhoneParts, phoneNumber, phoneParts } from '@portside/contract/countries';
import { fields } from '@portside/contract/fields';
import { fieldFaults } from '../api/check-input.ts';
import { usePage } from '../api/page.tsx';
import { Field } from '../ui/field.tsx';
import { useForm } from '../ui/form.tsx';
import { EditDialog, type EditDialogProps } from './edit-dialog.tsx';
import { typedField } from './typed-field.ts';
import { editFaults, useEdit } from './use-edit.ts';

const rules = { countryCode: fields.countryCode, contactNumber: fields.contactNumber };

/** The sentences of both fields; and of the number that they make together. */
function phoneFaults(parts: PhoneParts): Record<string, string> {
  const faults = fieldFaults(rules, { ...parts });
  if (faults.length === 0) return editFaults({ phoneNumber: phoneNumber(parts) ?? '+' });
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}

/** E08. */
export function EditPhoneDialog({ user, ...dialog }: EditDialogProps & { user: UserInfo }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const edit = useEdit();
  const form = useForm({
    initial: phoneParts(user.contactNumber, brand.countryCode),
    check: phoneFaults,
    async onSubmit(parts, signal) {
      const faults = await edit({ phoneNumber: phoneNumber(parts) }, signal);
      if (faults) return faults;
      dialog.onClose();
    },
  });
  const field = typedField(form);
  return (
    <EditDialog
      {...dialog}
      form={form}
      subtitle={i18n.t('Where we reach you. It does not change the number of your line.')}
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
    </EditDialog>
  );
}
