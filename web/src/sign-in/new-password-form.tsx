import { useLingui } from '@lingui/react';
import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';

interface NewPassword {
  newPassword: string;
  confirmNewPassword: string;
}

/** For reset links and for the settings. */
export function NewPasswordForm<Values extends NewPassword>({ form }: { form: FormState<Values> }) {
  const { i18n } = useLingui();
  return (
    <>
      <Field
        {...form.text('newPassword')}
        autoComplete="new-password"
        hint={i18n.t(
          'At least 6 characters, with a capital letter, a lowercase letter, a number and one of {symbols}',
          { symbols: '! @ # $ . % ^ & *' },
        )}
        label={i18n.t('New password')}
        onChange={(value) => {
          form.set('newPassword', value);
          form.clearError('confirmNewPassword');
        }}
        type="password"
      />
      <Field
        {...form.text('confirmNewPassword')}
        autoComplete="new-password"
        label={i18n.t('Confirm new password')}
        type="password"
      />
    </>
  );
}
