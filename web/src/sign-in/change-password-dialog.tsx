import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { changePassword } from '@portside/contract/sign-in';
import { useState } from 'react';
import { type FieldFault, inputFaults } from '../api/check-input.ts';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface ChangePasswordDialogProps {
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
}

const empty = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

/** E01, E02. A new key is a new form, so that it is empty at each opening. */
export function ChangePasswordDialog({ open, onClose, onChanged }: ChangePasswordDialogProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const [failed, setFailed] = useState<readonly FieldFault[]>();
  const form = useForm({
    initial: empty,
    check: (values) =>
      Object.fromEntries(
        inputFaults(changePassword.input, values).map((fault) => [fault.field, fault.message]),
      ),
    async onSubmit(values, signal) {
      try {
        await call(changePassword, values, { signal });
      } catch (error) {
        // Its sentence is in a notification already (I21).
        if (!(error instanceof CallFailed)) throw error;
        if (error.aborted) {
          const message = i18n.t(
            'We didn’t wait for the answer. Your password may have changed: try the new one first.',
          );
          return void notify({ error: false, message });
        }
        return setFailed(error.errors);
      }
      onClose();
      onChanged();
    },
  });
  const { loading, values, errors } = form;
  const differ =
    values.confirmNewPassword !== '' && values.newPassword !== values.confirmNewPassword;

  function tryAgain() {
    setFailed(undefined);
    form.fail(failed ?? []);
  }

  return (
    <Dialog
      actions={
        <>
          <Button loading={loading} onClick={() => void form.submit()}>
            {i18n.t('Change Password')}
          </Button>
          <DialogCancel />
        </>
      }
      onClose={onClose}
      open={open}
      title={i18n.t('Change Password')}
      work={form}
    >
      <Form form={form} label={i18n.t('Change Password')}>
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
        {/* Enter in a field sends the form; the button that shows stands at the dialog's foot. */}
        <button hidden type="submit" />
      </Form>
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
    </Dialog>
  );
}
