import { callerAt, Failed, type Caller } from '../../server/src/testing/caller.ts';
import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

/** How people call: again, until there is an answer. */
export type Calls = ReturnType<typeof openCalls>;

const PATIENCE_MS = 15_000;
/** So long somebody presses the button again. */
const GIVES_UP_MS = 60_000;
const PAUSE_MS = 300;

export const pause = (ms = PAUSE_MS) => new Promise((resolve) => setTimeout(resolve, ms));

export const patient: typeof fetch = (url, init) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

class Unanswered extends Error {}

export function openCalls({ addresses }: Pick<World, 'addresses'>, ledger: Ledger) {
  const ending = new AbortController();
  /** Asks until somebody answers. @throws Failed for a refusal, Unanswered */
  async function insist<T>(what: string, run: (address: string) => Promise<T>): Promise<T> {
    const until = Date.now() + (ending.signal.aborted ? PATIENCE_MS : GIVES_UP_MS);
    for (let tries = 0; ; tries += 1) {
      const address = addresses[(tries + what.length) % 2] ?? addresses[0];
      try {
        const answer = await run(address);
        ledger.calls.answered += 1;
        return answer;
      } catch (error) {
        const status = error instanceof Failed ? error.status : 0;
        if (error instanceof Failed && status === 500) {
          ledger.bugs.push(`${what}: ${error.message} ${JSON.stringify(error.problem)}`);
        }
        const isNo = status !== 0 && status < 500 && (status !== 429 || tries > 1);
        if (isNo) {
          ledger.calls.refused += 1;
          throw error;
        }
        ledger.calls.unanswered += 1;
        if (Date.now() > until) throw new Unanswered(what);
        await pause(status === 429 ? 3000 : PAUSE_MS * (1 + tries));
      }
    }
  }

  const networkOf = (nr: number) => `10.${(nr >> 16) & 255}.${(nr >> 8) & 255}.${nr & 255}`;
  const at = (address: string, nr: number, token?: string): Caller =>
    callerAt(address, token, () => ({ 'x-forwarded-for': networkOf(nr) }), patient);

  /** What a refusal may be is for other tests; which ones came is counted. */
  async function orNot<T>(doing: Promise<T>): Promise<T | undefined> {
    try {
      return await doing;
    } catch (error) {
      if (error instanceof Unanswered) return undefined;
      if (!(error instanceof Failed)) throw error;
      const { code, reason } = error.problem;
      const name = reason ?? `${code}: ${error.message.slice(0, 160)}`;
      ledger.refusals.set(name, (ledger.refusals.get(name) ?? 0) + 1);
      return undefined;
    }
  }

  return {
    insist,
    at,
    networkOf,
    orNot,
    /** Nobody begins anything new. */
    isOver: () => ending.signal.aborted,
    end: () => ending.abort(),
  };
}
