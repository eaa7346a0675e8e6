import type { CallFailed } from '@portside/contract/call';
import type { Separation } from '@portside/contract/line-separation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLateSend } from '../api/use-late-send.ts';
import { loadCalls } from './load-calls.ts';

/** Its state here, which another tab or staff may change meanwhile. */
export interface Request {
  readonly token: string;
  readonly separation: Separation | undefined;
  /** The link leads to nothing. */
  readonly dead: string | undefined;
  /** It did not load. */
  readonly hasFailed: boolean;
  /** An act was sent, and nobody answered. */
  readonly isUnsure: boolean;
  readonly look: () => Promise<void>;
  readonly change: (separation: Separation) => void;
  /** For `onFailed` of an act. */
  readonly failed: (failure: CallFailed) => void;
}

/** @param sent what the form was answered */
export function useRequest(token: string, sent: Separation | undefined): Request {
  const [separation, setSeparation] = useState(sent);
  const [dead, setDead] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const [isUnsure, setUnsure] = useState(false);
  const isLooking = useRef(false);
  const view = useLateSend(async () => (await loadCalls()).viewSeparation, {
    silent: true,
    shown: 'all',
    onAnswer: (answer) => change(answer.separation),
    onFailed({ reason, message }) {
      if (reason === 'unknown_link') setDead(message);
      else setFailed(true);
    },
  });

  function change(next: Separation) {
    setSeparation(next);
    setFailed(false);
    setUnsure(false);
  }

  async function look() {
    if (isLooking.current) return;
    isLooking.current = true;
    setFailed(false);
    await view({ token }).finally(() => (isLooking.current = false));
  }

  function failed({ reason, message, transport }: CallFailed) {
    if (reason === 'unknown_link') setDead(message);
    else if (transport !== undefined) setUnsure(true);
    // Another tab was faster, or staff were.
    else if (reason === 'over') void look();
  }

  const lookAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void look();
  });
  const lookFirst = useEffectEvent(() => {
    if (!separation) void look();
  });
  useEffect(() => {
    lookFirst();
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);

  return { token, separation, dead, hasFailed, isUnsure, look, change, failed };
}
