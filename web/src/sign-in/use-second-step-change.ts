import { viewUser } from '@portside/contract/account';
import type { OutputOf } from '@portside/contract/endpoint';
import {
  renewRecoveryCodes,
  requirePasskey,
  startAuthenticator,
  turnOffSecondStep,
  viewSecondStep,
} from '@portside/contract/second-step';
import { listActivity } from '@portside/contract/sessions';
import { useState } from 'react';
import { useRefresh, useSend } from '../api/use-send.ts';

type Question = 'passkey' | 'codes' | 'off';

export interface SecondStepChange {
  readonly busy: 'app' | undefined;
  readonly asked: Question | undefined;
  readonly ask: (question: Question | undefined) => void;
  readonly confirm: (signal: AbortSignal) => Promise<unknown>;
  readonly startApp: () => Promise<void>;
  readonly setUp: OutputOf<typeof startAuthenticator> | undefined;
  readonly appOpen: boolean;
  readonly closeApp: () => void;
  /** While they are shown. */
  readonly codes: readonly string[] | undefined;
  readonly show: (codes: readonly string[]) => void;
  readonly hideCodes: () => void;
}

const changed = [viewSecondStep, listActivity, viewUser];

export function useSecondStepChange(): SecondStepChange {
  const refresh = useRefresh();
  const [busy, setBusy] = useState<'app'>();
  const [asked, ask] = useState<Question>();
  const [setUp, setSetUp] = useState<OutputOf<typeof startAuthenticator>>();
  const [appOpen, setAppOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();

  function show(next: readonly string[]) {
    setAppOpen(false);
    ask(undefined);
    setCodes(next);
    void refresh(changed);
  }

  // They are shown only now, so nothing may delay them.
  const options = {
    silent: true as const,
    onDone: ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => show(recoveryCodes),
    onFailed: () => void refresh(changed),
  };
  const questions = {
    passkey: useSend(requirePasskey, options),
    codes: useSend(renewRecoveryCodes, options),
    off: useSend(turnOffSecondStep, { refresh: changed, onDone: () => ask(undefined) }),
  };
  const start = useSend(startAuthenticator, {
    silent: true,
    onDone(next) {
      setSetUp(next);
      setAppOpen(true);
    },
  });

  return {
    busy,
    asked,
    ask,
    setUp,
    appOpen,
    codes,
    show,
    confirm: async (signal) => asked && questions[asked]({}, signal),
    async startApp() {
      setBusy('app');
      await start({}).finally(() => setBusy(undefined));
    },
    closeApp: () => setAppOpen(false),
    hideCodes: () => setCodes(undefined),
  };
}
