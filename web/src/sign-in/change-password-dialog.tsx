import { useLingui } from '@lingui/react';
import { changePassword } from '@portside/contract/sign-in';
import { useState } from 'react';
import type { FieldError } from '@portside/contract/problem';
import { notify } from '../api/notifications.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface ChangePasswordDialogProps {
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
}

const empty = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

/** E01, E02. A new key is a new, empty form. */
export function ChangePasswordDialog({ open, onClose, onChanged }: ChangePasswordDialogProps) {
  const { i18n } = useLingui();
  const [failed, setFailed] = useState<readonly FieldError[]>();
  const form = useForm({
    initial: empty,
    ...useSubmit(changePassword, {
      silent: true,
      onDone() {
        onClose();
        onChanged();
      },
      onFailed({ aborted, errors }) {
        if (!aborted) setFailed(errors);
        else {
          const message = i18n.t(
            'We didn’t wait for the answer. Your password may have changed: try the new one first.',
          );
          notify({ error: false, message });
        }
        // A second dialog says so and leads back.
        return [];
      },
    }),
  });
  const { values, errors } = form;
  const differ =
    values.confirmNewPassword !== '' && values.newPassword !== values.confirmNewPassword;

  function tryAgain() {
    setFailed(undefined);
    form.fail(failed ?? []);
  }

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open={open}
      over={
        <OutcomeDialog
          actionLabel={i18n.t('Try again')}
          onAction={tryAgain}
          onClose={() => {
            setFailed(undefined);
            onClose();
          }}
          open={failed !== undefined}
          text={i18n.t('Something went wrong. Please try again!')}
          title={i18n.t('That Failed...')}
          tone="failure"
        />
      }
      submitLabel={i18n.t('Change Password')}
      title={i18n.t('Change Password')}
    >
      <Field
        {...form.text('currentPassword')}
        autoComplete="current-password"
        label={i18n.t('Current password')}
        type="password"
      />
      <NewPasswordForm form={form} />
      <div role="alert">
        {errors.confirmNewPassword && differ && (
          <FaultLine>
            {i18n.t('The two new passwords don’t match. Type the same one twice.')}
          </FaultLine>
        )}
      </div>
    </FormDialog>
  );
}
