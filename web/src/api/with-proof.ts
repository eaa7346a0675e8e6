import { type Call, CallFailed } from '@portside/contract/call';
import { actionOf } from '@portside/contract/endpoint';

/** What the proof is for, and the ways that count, if not all do. */
export interface WantedProof {
  readonly action: string;
  readonly by?: readonly string[];
}

interface Question {
  readonly action: string;
  readonly answer: Promise<boolean>;
  /** Calls that wait for the answer. */
  waiting: number;
  readonly withdraw: () => void;
}

/**
 * On `proof_required` it asks for a proof and repeats the call; concurrent calls of one action ask
 * once, others in turn.
 * @param ask whether the customer gave it; its signal ends the question when no call waits any more
 */
export function withProof(
  call: Call,
  ask: (wanted: WantedProof, signal: AbortSignal) => Promise<boolean>,
): Call {
  let asked: Question | undefined;

  function question(wanted: WantedProof): Question {
    const end = new AbortController();
    const mine: Question = {
      action: wanted.action,
      answer: ask(wanted, end.signal).finally(() => {
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

  const proving: Call = async (endpoint, input, options) => {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (!(error instanceof CallFailed) || !wantsProof(error)) throw error;
      const signal = options?.signal;
      if (signal?.aborted) throw error;
      const action = actionOf(endpoint, input);
      if (asked && asked.action !== action) {
        await asked.answer;
        if (signal?.aborted) throw error;
        return proving(endpoint, input, options);
      }
      const by = error.problem['by'];
      asked ??= question({ action, ...(Array.isArray(by) && { by: by.map(String) }) });
      const { answer, withdraw } = asked;
      asked.waiting += 1;
      signal?.addEventListener('abort', withdraw);
      const isProven = await answer.finally(() => signal?.removeEventListener('abort', withdraw));
      if (!isProven || signal?.aborted) throw error;
      return call(endpoint, input, options);
    }
  };
  return proving;
}

/** Leads to a dialog or page, so it is no failure to report. */
export function leadsOn(error: CallFailed): boolean {
  return wantsProof(error) || error.reason === 'second_step_required';
}

function wantsProof(error: CallFailed): boolean {
  return error.reason === 'proof_required';
}
