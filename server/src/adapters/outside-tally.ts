import type { World } from '../app.ts';
import { days, hours, later, seconds } from '../clock.ts';
import { outsideSeconds } from '../process/measures.ts';
import { OutsideFailure } from './outside-failure.ts';
import * as store from './outside-store.ts';

const SAVED_EVERY = seconds(10);
const KEPT = days(30);
const ERROR_LENGTH = 300;

/** How the services outside answer this process; saved with what the others have. */
export interface Tally {
  count<Answer>(service: string, answer: Promise<Answer>): Promise<Answer>;
  save(): Promise<void>;
  close(): void;
}

/** What an account of a port is called: by the first brand that has it. */
export const serviceOf = (kind: string, brandId: string) => `${kind} ${brandId}`;

export function openTally(world: Pick<World, 'db' | 'clock' | 'log'>): Tally {
  let seen = new Map<string, store.OutsideCallsRow>();
  const timer = setInterval(() => void save(), SAVED_EVERY);
  timer.unref();

  function note(service: string, error?: unknown): void {
    const now = world.clock.now();
    const hour = new Date(Math.floor(now.getTime() / hours(1)) * hours(1));
    const key = `${service} ${hour.getTime()}`;
    const empty = { calls: 0, failures: 0, failed_at: null, failure: null };
    const row = seen.get(key) ?? { service, hour, last_at: now, ...empty };
    seen.set(key, {
      ...row,
      calls: row.calls + 1,
      last_at: now,
      ...(error !== undefined && {
        failures: row.failures + 1,
        failed_at: now,
        failure: wordsOf(error),
      }),
    });
  }

  async function save(): Promise<void> {
    const rows = [...seen.values()];
    if (rows.length === 0) return;
    seen = new Map();
    try {
      await store.addCalls(world.db.query, rows);
      await store.dropCalls(world.db.query, later(world.clock.now(), -KEPT));
    } catch (error) {
      world.log.debug({ error }, 'what services answered was not counted');
    }
  }

  return {
    async count(service, answer) {
      const began = performance.now();
      try {
        const got = await answer;
        note(service);
        measure(service, began, 'answered');
        return got;
      } catch (error) {
        note(service, error);
        measure(service, began, error instanceof OutsideFailure ? error.outcome : 'failed');
        throw error;
      }
    },
    save,
    close: () => clearInterval(timer),
  };
}

function measure(service: string, began: number, outcome: string): void {
  const [port = '', brand = ''] = service.split(' ');
  outsideSeconds.observe({ port, brand, outcome }, (performance.now() - began) / 1000);
}

/** The cause says more than "did not answer". */
function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const words = cause instanceof Error ? cause.message : String(cause);
  return words.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, ERROR_LENGTH) || 'no reason given';
}
