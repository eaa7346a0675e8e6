import { useLingui } from '@lingui/react';
import type { Call } from '@portside/contract/call';
import { CallFailed } from '@portside/contract/call';
import { listCards, viewCardPage } from '@portside/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { askAnew } from '../api/use-send.ts';
import { addCardMarkers } from './add-card-markers.ts';

/** The provider may know later than the customer. */
const LOOK_AGAIN_MS = 1_500;
const LOOKS = 5;

type Outcome = 'success' | 'failure' | 'open' | 'unknown';

/**
 * Return from the provider's page (D06, D16). With a pending session the server decides what is
 * shown, without one the parameter does. If the server cannot be reached, both stay for another
 * try.
 */
export function useCardReturn() {
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const came = query.has('success') ? 'success' : query.has('failure') ? 'failure' : undefined;

  useEffect(() => {
    if (!came) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const texts: Record<Outcome, string> = {
      success: i18n.t('Your card was saved successfully!'),
      failure: i18n.t('Something went wrong while saving your card, please try again'),
      open: i18n.t('Your card isn’t confirmed yet. It shows up here as soon as it is.'),
      unknown: '',
    };
    async function settle(from: 'success' | 'failure') {
      const sessionId = addCardMarkers.pending();
      const outcome = sessionId ? await askServer(call, sessionId, from, signal) : from;
      if (signal.aborted) return;
      if (sessionId && outcome === 'success') {
        await askAnew(client, { queryKey: [listCards.name] });
        if (signal.aborted) return;
      }
      addCardMarkers.clear();
      setQuery(withoutReturn, { replace: true, preventScrollReset: true });
      const error = outcome === 'failure';
      if (texts[outcome]) notify({ error, message: texts[outcome], stayOpen: error });
    }
    setFailed(false);
    // Deferred, so that an effect undone at once does nothing.
    void Promise.resolve()
      .then(() => (signal.aborted ? undefined : settle(came)))
      .catch((error: unknown) => {
        if (!signal.aborted) setFailed(true);
        if (!(error instanceof CallFailed)) throw error;
      });
    return () => leaving.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return and each try
  }, [came, tries]);

  return {
    /** The list may still change. */
    checking: came !== undefined && !failed && addCardMarkers.pending() !== undefined,
    checkAgain: failed ? () => setTries(tries + 1) : undefined,
  };
}

async function askServer(
  call: Call,
  sessionId: string,
  came: 'success' | 'failure',
  signal: AbortSignal,
): Promise<Outcome> {
  for (let look = 1; ; look += 1) {
    try {
      const { status } = await call(viewCardPage, { sessionId }, { signal });
      if (status === 'complete') return 'success';
      if (status === 'failed') return 'failure';
    } catch (error) {
      // Somebody else's session; the call has reported it.
      if (error instanceof CallFailed && error.status === 404) return 'unknown';
      throw error;
    }
    if (came === 'failure') return 'failure';
    if (look === LOOKS || signal.aborted) return 'open';
    await new Promise((next) => setTimeout(next, LOOK_AGAIN_MS));
  }
}

function withoutReturn(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('success');
  rest.delete('failure');
  return rest;
}
