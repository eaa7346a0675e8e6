import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import type { InputOf } from '@portside/contract/endpoint';
import { fields } from '@portside/contract/fields';
import { stepUp } from '@portside/contract/sign-in';
import { useState } from 'react';
import { fieldFaults } from '../api/check-input.ts';
import { codeFault } from '../api/code-fault.ts';
import { notify } from '../api/notifications.ts';
import { session, useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { useSend } from '../api/use-send.ts';
import type { WantedProof } from '../api/with-proof.ts';
import { knowsPasskeys } from '../api/passkey-device.ts';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { useWork } from '../ui/use-work.ts';
import { MailboxTile } from './mailbox-tile.tsx';
import { givePasskey } from './passkey.ts';
import { SecondStepForm, useSecondStep } from './second-step-form.tsx';

interface StepUpDialogProps {
  open: boolean;
  onClose: () => void;
  onProven: () => void;
  wanted: WantedProof | undefined;
}

export function StepUpDialog({ open, onClose, onProven, wanted }: StepUpDialogProps) {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const email = userInfo?.email ?? '';
  const { work, fault, prove, provePasskey, sendCode } = useProof(onProven, wanted?.action);
  const counts = (way: string) => wanted?.by?.includes(way) ?? true;
  const takesPassword = userInfo?.hasPassword !== false && counts('password');
  const [byCode, setByCode] = useState(!takesPassword);
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
    onSubmit: ({ password: given }, signal) => prove({ password: given }, signal),
  });
  const entry = useCodeEntry({
    length: 6,
    check: codeFault(6),
    onEnter: (otp, signal) => prove({ otp }, signal),
    async onResend(signal) {
      const done = await sendCode(signal);
      if (done) {
        notify({ error: false, message: i18n.t('Code Re-sent! Please enter the new code') });
      }
      return done;
    },
  });

  const chooseCode = () =>
    work.run(async (signal) => {
      setByCode(true);
      if (!(await sendCode(signal))) return setByCode(!takesPassword);
      entry.restart();
      setSent(true);
    });

  const kind = userInfo?.secondStep;
  const step = useSecondStep(kind ?? 'app', prove);
  const all = [work, password, entry, step];
  const loading = all.some((one) => one.loading);
  return (
    <Dialog
      onClose={onClose}
      open={open}
      subtitle={
        wanted?.by && !kind
          ? i18n.t(
              'In case someone else got into your account, please confirm this a different way than you logged in.',
            )
          : i18n.t(
              'Someone could use this to take your number or your account, so we check that it’s you.',
            )
      }
      title={i18n.t('Confirm it’s you')}
      work={{ loading, stop: () => all.forEach((one) => one.stop()) }}
    >
      {kind ? (
        <SecondStepForm action={i18n.t('Confirm')} name={i18n.t('Confirm it’s you')} step={step} />
      ) : (
        <>
          {byCode ? (
            sent ? (
              <>
                <CodeForm
                  autoFocus
                  entry={entry}
                  hint={i18n.t('We sent it to {email}.', { email })}
                  label={i18n.t('One-time code')}
                  name={i18n.t('Confirm it’s you')}
                >
                  <Button loading={loading} type="submit">
                    {i18n.t('Confirm')}
                  </Button>
                </CodeForm>
                <MailboxTile className="mt-3" email={email} />
              </>
            ) : (
              counts('code') && (
                <Button loading={loading} onClick={() => void chooseCode()}>
                  {i18n.t('Email me a code')}
                </Button>
              )
            )
          ) : (
            <Form form={password} label={i18n.t('Confirm it’s you')}>
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
            {byCode && takesPassword && (
              <Button
                className="-ms-3"
                icon="key"
                onClick={() => loading || setByCode(false)}
                variant="quiet"
              >
                {i18n.t('Use your password')}
              </Button>
            )}
            {!byCode && counts('code') && (
              <Button
                className="-ms-3"
                icon="mail"
                onClick={() => loading || void chooseCode()}
                variant="quiet"
              >
                {i18n.t('Email me a code')}
              </Button>
            )}
            {knowsPasskeys() && counts('passkey') && (
              <Button icon="lock" onClick={() => loading || void provePasskey()} variant="quiet">
                {i18n.t('Use a passkey')}
              </Button>
            )}
          </div>
          <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
        </>
      )}
    </Dialog>
  );
}

function useProof(onProven: () => void, action: string | undefined) {
  const { i18n } = useLingui();
  const call = useCall();
  const work = useWork();
  const [fault, setFault] = useState<string>();

  const send = useSend(stepUp, {
    silent: true,
    refusalAt: 'password',
    onDone: onProven,
    onFailed({ reason }) {
      // Turned on elsewhere: the dialog changes once the account is loaded again.
      if (reason === 'second_step_required') void session.refresh();
    },
  });

  const prove = (proof: InputOf<typeof stepUp>, signal: AbortSignal) =>
    send({ ...proof, ...(action && { action }) }, signal);

  /** True when a code can be entered: this one, or one sent just before. */
  async function sendCode(signal: AbortSignal): Promise<boolean> {
    setFault(undefined);
    try {
      await call(stepUp, {}, { signal });
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.aborted) throw error;
      // Reported.
      return error.problem.code === 'too_often';
    }
  }

  async function provePasskey(signal: AbortSignal): Promise<void> {
    setFault(undefined);
    try {
      const passkey = await givePasskey(call, { signal });
      if (!passkey) return setFault(i18n.t('No passkey was used. Please choose another way.'));
      const faults = await prove({ passkey }, signal);
      setFault(faults?.[0]?.message);
    } catch (error) {
      // Reported.
      if (!(error instanceof CallFailed)) throw error;
    }
  }

  return { work, fault, prove, sendCode, provePasskey: () => work.run(provePasskey) };
}
