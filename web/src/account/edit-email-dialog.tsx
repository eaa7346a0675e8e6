import { useLingui } from '@lingui/react';
import { changeEmail, editUser, resendCode, viewUser } from '@portside/contract/account';
import { useState } from 'react';
import { codeFault } from '../api/code-fault.ts';
import { rememberedEmail } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import type { EditProps } from './edit-props.ts';

/** E06: two steps in one dialog. */
export function EditEmailDialog({ user, open, onClose }: EditProps) {
  const { i18n } = useLingui();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    ...useSubmit(editUser, {
      // The dialog itself says so.
      silent: true,
      onDone(_, { email = '' }) {
        entry.restart();
        setSentTo(email.trim());
      },
    }),
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
          ? i18n.t('It’s {email} now. We’ll send a code to the new address first.', {
              email: user.email,
            })
          : i18n.t('We sent a 5-digit code to {email}. Enter it to change your email address.', {
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
  const change = useSend(changeEmail, {
    refresh: [viewUser],
    onAnswer: () => rememberedEmail.write(email),
    onDone,
  });
  const resend = useSend(resendCode);
  return useCodeEntry({
    length: 5,
    check: codeFault(5),
    onEnter: (otp, signal) => change({ newEmail: email, otp }, signal),
    onResend: async (signal) => (await resend({ email }, signal)) === undefined,
  });
}
