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

/** What is asked about before it is done. */
type Question = 'passkey' | 'codes' | 'off';

export interface SecondStepChange {
  readonly busy: 'app' | undefined;
  /** The question that stands open. */
  readonly asked: Question | undefined;
  readonly ask: (question: Question | undefined) => void;
  /** Does what was asked about. */
  readonly confirm: (signal: AbortSignal) => Promise<unknown>;
  readonly startApp: () => Promise<void>;
  readonly setUp: OutputOf<typeof startAuthenticator> | undefined;
  readonly appOpen: boolean;
  readonly closeApp: () => void;
  /** The recovery codes, while they are shown. */
  readonly codes: readonly string[] | undefined;
  readonly show: (codes: readonly string[]) => void;
  readonly hideCodes: () => void;
}

const changed = [viewSecondStep, listActivity, viewUser];

/** Turns the second step on and off, and holds what is shown once. */
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

  // The codes are there this once: nothing is waited for before they are shown.
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
    ...{ busy, asked, ask, setUp, appOpen, codes, show },
    confirm: async (signal) => asked && questions[asked]({}, signal),
    async startApp() {
      setBusy('app');
      await start({}).finally(() => setBusy(undefined));
    },
    closeApp: () => setAppOpen(false),
    hideCodes: () => setCodes(undefined),
  };
}
