import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import type { InputOf } from '@portside/contract/endpoint';
import type { enterSecondStep, SecondStepKind } from '@portside/contract/second-step';
import { useState } from 'react';
import type { FieldError } from '@portside/contract/problem';
import { codeFault } from '../api/code-fault.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { type CodeEntry, CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Field } from '../ui/field.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Form, type FormState, useForm } from '../ui/form.tsx';
import { useWork, type Work } from '../ui/use-work.ts';
import { givePasskey } from './passkey.ts';

type Proof = Omit<InputOf<typeof enterSecondStep>, 'challenge'>;
/** Answers errors; undefined on success or when reported elsewhere. */
type Prove = (proof: Proof, signal: AbortSignal) => Promise<readonly FieldError[] | void>;

export interface SecondStepState extends Work {
  readonly kind: SecondStepKind;
  readonly byRecovery: boolean;
  readonly choose: (byRecovery: boolean) => void;
  readonly code: CodeEntry;
  readonly recovery: FormState<{ recoveryCode: string }>;
  readonly fault: string | undefined;
  readonly usePasskey: () => void;
}

export function useSecondStep(kind: SecondStepKind, prove: Prove): SecondStepState {
  const { i18n } = useLingui();
  const call = useCall();
  const [byRecovery, setByRecovery] = useState(false);
  const [fault, setFault] = useState<string>();
  const work = useWork();
  const code = useCodeEntry({
    length: 6,
    check: codeFault(6),
    onEnter: (otp, signal) => prove({ otp }, signal),
  });
  const recovery = useForm({
    initial: { recoveryCode: '' },
    check: ({ recoveryCode }) =>
      recoveryCode.trim() ? {} : { recoveryCode: i18n.t('Please enter a recovery code') },
    onSubmit: ({ recoveryCode }, signal) => prove({ recoveryCode: recoveryCode.trim() }, signal),
  });
  const all = [code, recovery, work];
  return {
    kind,
    byRecovery,
    code,
    recovery,
    fault,
    loading: all.some((one) => one.loading),
    stop: () => all.forEach((one) => one.stop()),
    choose(next) {
      setFault(undefined);
      setByRecovery(next);
    },
    usePasskey: () =>
      void work.run(async (signal) => {
        setFault(undefined);
        let passkey;
        try {
          passkey = await givePasskey(call, {
            signal,
            shown: 'all',
          });
        } catch (error) {
          if (!(error instanceof CallFailed)) throw error;
          if (!error.aborted) setFault(error.message);
          return;
        }
        if (!passkey) return setFault(i18n.t('No passkey was used. Please choose another way.'));
        const faults = await prove({ passkey }, signal);
        setFault(faults?.[0]?.message);
      }),
  };
}

interface SecondStepFormProps {
  step: SecondStepState;
  action: string;
  /** Accessible name. */
  name: string;
}

/** With recovery codes for a lost device. */
export function SecondStepForm({ step, action, name }: SecondStepFormProps) {
  const { i18n } = useLingui();
  const { kind, loading, byRecovery } = step;
  return (
    <>
      {byRecovery ? (
        <Form form={step.recovery} label={name}>
          <Field
            {...step.recovery.text('recoveryCode')}
            autoCapitalize="characters"
            autoComplete="off"
            autoFocus
            hint={i18n.t('One of the ten that you saved. Each one works once.')}
            label={i18n.t('Recovery code')}
            maxLength={40}
            spellCheck={false}
          />
          <Button loading={loading} type="submit">
            {action}
          </Button>
        </Form>
      ) : kind === 'app' ? (
        <CodeForm
          autoFocus
          entry={step.code}
          hint={i18n.t('Open your authenticator app: the code changes every 30 seconds.')}
          label={i18n.t('Code from your app')}
          name={name}
        >
          <Button loading={loading} type="submit">
            {action}
          </Button>
        </CodeForm>
      ) : (
        <Button icon="lock" loading={loading} onClick={step.usePasskey}>
          {i18n.t('Use a passkey')}
        </Button>
      )}
      <div role="status">{step.fault && <FaultLine>{step.fault}</FaultLine>}</div>
      <div className="mt-4 border-t pt-3">
        <Button
          className="-ms-3"
          icon={byRecovery ? 'arrow-left' : 'key'}
          onClick={() => loading || step.choose(!byRecovery)}
          variant="quiet"
        >
          {!byRecovery
            ? i18n.t('Use a recovery code')
            : kind === 'app'
              ? i18n.t('Use your app')
              : i18n.t('Use your passkey')}
        </Button>
      </div>
    </>
  );
}
