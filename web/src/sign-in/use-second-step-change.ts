import { CallFailed } from '@portside/contract/call';
import type { OutputOf } from '@portside/contract/endpoint';
import {
  renewRecoveryCodes,
  requirePasskey,
  startAuthenticator,
  turnOffSecondStep,
  viewSecondStep,
} from '@portside/contract/second-step';
import { listActivity } from '@portside/contract/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { useWork, type Work } from '../ui/use-work.ts';

/** What is asked about before it is done. */
type Question = 'passkey' | 'codes' | 'off';

export interface SecondStepChange {
  readonly busy: 'app' | undefined;
  readonly work: Work;
  /** The question that stands open. */
  readonly asked: Question | undefined;
  readonly ask: (question: Question | undefined) => void;
  /** Does what was asked about. */
  readonly go: () => void;
  readonly startApp: () => Promise<void>;
  readonly setUp: OutputOf<typeof startAuthenticator> | undefined;
  readonly appOpen: boolean;
  readonly closeApp: () => void;
  /** The recovery codes, while they are shown. */
  readonly codes: readonly string[] | undefined;
  readonly show: (codes: readonly string[]) => void;
  readonly hideCodes: () => void;
}

/** Turns the second step on and off, and holds what is shown once. */
export function useSecondStepChange(): SecondStepChange {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'app'>();
  const [asked, ask] = useState<Question>();
  const [setUp, setSetUp] = useState<OutputOf<typeof startAuthenticator>>();
  const [appOpen, setAppOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const work = useWork();

  const reload = () => {
    void session.refresh();
    void client.invalidateQueries({ queryKey: [listActivity.name] });
    return client.invalidateQueries({ queryKey: [viewSecondStep.name] });
  };

  function show(next: readonly string[]) {
    setAppOpen(false);
    ask(undefined);
    setCodes(next);
    void reload();
  }

  async function change(question: Question, signal: AbortSignal) {
    try {
      if (question === 'off') {
        const { message } = await call(turnOffSecondStep, {}, { signal });
        notify({ error: false, message });
        ask(undefined);
        return void reload();
      }
      const endpoint = question === 'passkey' ? requirePasskey : renewRecoveryCodes;
      show((await call(endpoint, {}, { signal })).recoveryCodes);
    } catch (error) {
      // Told in a notification; what was given up may have happened all the same.
      if (!(error instanceof CallFailed)) throw error;
      if (error.aborted) void reload();
    }
  }

  return {
    ...{ busy, work, asked, ask, setUp, appOpen, codes, show },
    go: () => asked && void work.run((signal) => change(asked, signal)),
    async startApp() {
      setBusy('app');
      try {
        setSetUp(await call(startAuthenticator, {}));
        setAppOpen(true);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
      } finally {
        setBusy(undefined);
      }
    },
    closeApp: () => setAppOpen(false),
    hideCodes: () => setCodes(undefined),
  };
}
