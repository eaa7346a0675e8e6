import { useLingui } from '@lingui/react';
import { changeEmail, resendCode, type UserInfo } from '@portside/contract/account';
import { CallFailed } from '@portside/contract/call';
import { useState } from 'react';
import { codeFault } from '../api/code-fault.ts';
import { notify } from '../api/notifications.ts';
import { rememberedEmail } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import type { EditDialogProps } from './edit-dialog.tsx';
import { editFaults, useEdit, useReload } from './use-edit.ts';

/** E06: the new address gets a code of five digits, and the code changes it. One dialog, two steps. */
export function EditEmailDialog({ user, open, onClose }: EditDialogProps & { user: UserInfo }) {
  const { i18n } = useLingui();
  const edit = useEdit();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    check: editFaults,
    async onSubmit({ email }, signal) {
      const faults = await edit({ email }, signal);
      if (faults) return faults;
      entry.restart();
      setSentTo(email.trim());
    },
  });
  const entry = useNewAddressCode(sentTo ?? '', onClose);
  const asking = sentTo === undefined;
  const work = asking ? form : entry;
  return (
    <Dialog
      actions={
        <>
          <Button
            loading={work.loading}
            onClick={() => void (asking ? form.submit() : entry.enter())}
          >
            {asking ? i18n.t('Send code') : i18n.t('Verify')}
          </Button>
          <DialogCancel />
        </>
      }
      onClose={onClose}
      open={open}
      subtitle={
        asking
          ? i18n.t('Now it is {email}. We send a code to the new address first.', {
              email: user.email,
            })
          : i18n.t('We sent five digits to {email}. Enter them to change your address.', {
              email: sentTo,
            })
      }
      title={i18n.t('Edit email')}
      work={work}
    >
      {asking ? (
        <Form form={form} label={i18n.t('Edit email')}>
          <Field
            {...form.text('email')}
            autoCapitalize="none"
            autoComplete="email"
            inputMode="email"
            label={i18n.t('New email address')}
            spellCheck={false}
            type="email"
          />
        </Form>
      ) : (
        <CodeForm
          autoFocus
          entry={entry}
          label={i18n.t('One-time code')}
          name={i18n.t('Edit email')}
        />
      )}
    </Dialog>
  );
}

function useNewAddressCode(email: string, onDone: () => void) {
  const call = useCall();
  const reload = useReload();
  return useCodeEntry({
    length: 5,
    check: codeFault(5),
    async onEnter(otp, signal) {
      try {
        const { message } = await call(changeEmail, { newEmail: email, otp }, { signal });
        notify({ error: false, message });
      } catch (error) {
        // What was given up may have arrived all the same.
        if (signal.aborted) reload();
        if (error instanceof CallFailed) return error.errors;
        throw error;
      }
      rememberedEmail.write(email);
      reload();
      onDone();
    },
    async onResend(signal) {
      try {
        const { message } = await call(resendCode, { email }, { signal });
        notify({ error: false, message });
        return true;
      } catch (error) {
        if (error instanceof CallFailed) return false;
        throw error;
      }
    },
  });
}
