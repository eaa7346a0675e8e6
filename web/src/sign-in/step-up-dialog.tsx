import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import type { InputOf } from '@portside/contract/endpoint';
import { fields } from '@portside/contract/fields';
import { stepUp } from '@portside/contract/sign-in';
import { useState } from 'react';
import { type FieldFault, fieldFaults } from '../api/check-input.ts';
import { codeFault } from '../api/code-fault.ts';
import { notify } from '../api/notifications.ts';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { MailboxTile } from './mailbox-tile.tsx';
import { givePasskey, knowsPasskeys } from './passkey.ts';
import { refusalFaults } from './refusal-faults.ts';

interface StepUpDialogProps {
  open: boolean;
  onClose: () => void;
  onProven: () => void;
}

/** Asks the person to prove that the account is theirs: by password, passkey or code. */
export function StepUpDialog({ open, onClose, onProven }: StepUpDialogProps) {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const email = userInfo?.email ?? '';
  const [byCode, setByCode] = useState(userInfo?.hasPassword === false);
  const { busy, fault, prove, provePasskey, sendCode } = useProof(onProven);
  const [sent, setSent] = useState(false);

  const password = useForm({
    initial: { password: '' },
    check: (values) =>
      Object.fromEntries(
        fieldFaults({ password: fields.givenPassword }, values).map((one) => [
          one.field,
          one.message,
        ]),
      ),
    onSubmit: ({ password: given }) => prove({ password: given }, 'password'),
  });
  const entry = useCodeEntry({
    length: 6,
    check: codeFault(6),
    onEnter: (otp) => prove({ otp }, 'otp'),
    async onResend() {
      const done = await sendCode();
      if (done) {
        notify({ error: false, message: i18n.t('Code Re-sent! Please enter the new code') });
      }
      return done;
    },
  });

  async function chooseCode() {
    setByCode(true);
    if (!(await sendCode())) return setByCode(userInfo?.hasPassword === false);
    entry.restart();
    setSent(true);
  }

  const loading = busy || password.loading || entry.loading;
  return (
    <Dialog
      loading={loading}
      onClose={onClose}
      open={open}
      subtitle={i18n.t(
        'This change can cost you your number or your account, so we ask once more.',
      )}
      title={i18n.t('Confirm that it is you')}
    >
      {byCode ? (
        sent ? (
          <>
            <CodeForm
              autoFocus
              entry={entry}
              hint={i18n.t('We sent it to {email}.', { email })}
              label={i18n.t('One-time code')}
              name={i18n.t('Confirm that it is you')}
            >
              <Button loading={loading} type="submit">
                {i18n.t('Confirm')}
              </Button>
            </CodeForm>
            <MailboxTile className="mt-3" email={email} />
          </>
        ) : (
          <Button loading={loading} onClick={() => void chooseCode()}>
            {i18n.t('Email me a code')}
          </Button>
        )
      ) : (
        <Form form={password} label={i18n.t('Confirm that it is you')}>
          <input autoComplete="username" hidden name="email" readOnly value={email} />
          <Field
            {...password.text('password')}
            autoComplete="current-password"
            label={i18n.t('Password')}
            type="password"
          />
          <Button loading={loading} type="submit" wide>
            {i18n.t('Confirm')}
          </Button>
        </Form>
      )}
      <div className="mt-4 flex flex-wrap gap-x-3 border-t pt-3">
        {byCode && userInfo?.hasPassword !== false && (
          <Button
            className="-ms-3"
            icon="key"
            onClick={() => loading || setByCode(false)}
            variant="quiet"
          >
            {i18n.t('Use your password')}
          </Button>
        )}
        {!byCode && (
          <Button
            className="-ms-3"
            icon="mail"
            onClick={() => loading || void chooseCode()}
            variant="quiet"
          >
            {i18n.t('Email me a code')}
          </Button>
        )}
        {knowsPasskeys() && (
          <Button icon="lock" onClick={() => loading || void provePasskey()} variant="quiet">
            {i18n.t('Use a passkey')}
          </Button>
        )}
      </div>
      <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
    </Dialog>
  );
}

function useProof(onProven: () => void) {
  const { i18n } = useLingui();
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function prove(
    proof: InputOf<typeof stepUp>,
    field: string,
  ): Promise<readonly FieldFault[] | void> {
    try {
      await call(stepUp, proof);
    } catch (error) {
      return refusalFaults(error, field);
    }
    onProven();
  }

  async function during<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    setFault(undefined);
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      // Told in a notification.
      if (!(error instanceof CallFailed)) throw error;
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    fault,
    prove,
    /** Answers whether a code is there to be entered: this one, or one that was sent just before. */
    sendCode: async () => {
      const sent = during(() => call(stepUp, {}).then(() => true, wasSentBefore));
      return (await sent) ?? false;
    },
    provePasskey: () =>
      during(async () => {
        const passkey = await givePasskey(call);
        if (!passkey) return setFault(i18n.t('No passkey was used. Please choose another way.'));
        const faults = await prove({ passkey }, 'passkey');
        setFault(faults?.[0]?.message);
      }),
  };
}

function wasSentBefore(error: unknown): true {
  if (error instanceof CallFailed && error.problem.code === 'too_often') return true;
  throw error;
}
