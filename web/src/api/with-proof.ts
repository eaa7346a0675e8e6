import { type Call, CallFailed } from '@portside/contract/call';

interface Question {
  readonly answer: Promise<boolean>;
  /** Calls that wait for the answer. */
  waiting: number;
  readonly withdraw: () => void;
}

/**
 * On `proof_required` it asks for a proof and repeats the call; concurrent calls ask once.
 * @param ask whether the customer gave it; its signal ends the question when no call waits any more
 */
export function withProof(call: Call, ask: (signal: AbortSignal) => Promise<boolean>): Call {
  let asked: Question | undefined;

  function question(): Question {
    const end = new AbortController();
    const mine: Question = {
      answer: ask(end.signal).finally(() => {
        if (asked === mine) asked = undefined;
      }),
      waiting: 0,
      withdraw: () => {
        mine.waiting -= 1;
        if (mine.waiting > 0) return;
        if (asked === mine) asked = undefined;
        end.abort();
      },
    };
    return mine;
  }

  return async (endpoint, input, options) => {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (!wantsProof(error)) throw error;
      const signal = options?.signal;
      if (signal?.aborted) throw error;
      asked ??= question();
      const { answer, withdraw } = asked;
      asked.waiting += 1;
      signal?.addEventListener('abort', withdraw);
      const isProven = await answer.finally(() => signal?.removeEventListener('abort', withdraw));
      if (!isProven || signal?.aborted) throw error;
      return call(endpoint, input, options);
    }
  };
}

/** Leads to a dialog or page, so it is no failure to report. */
export function leadsOn(error: CallFailed): boolean {
  return wantsProof(error) || error.reason === 'second_step_required';
}

function wantsProof(error: unknown): boolean {
  return error instanceof CallFailed && error.reason === 'proof_required';
}
