import { AsyncLocalStorage } from 'node:async_hooks';
import { OutsideFailure } from '../adapters/outside-failure.ts';

interface Waiting {
  readonly until: number;
  /** Answered: what goes on is nobody's wait. */
  isOver: boolean;
}

const waiting = new AsyncLocalStorage<Waiting>();

/** Somebody waits for this work: services outside have so long, all of them together. */
export async function withPatience<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const mark = { until: performance.now() + ms, isOver: false };
  try {
    return await waiting.run(mark, work);
  } finally {
    mark.isOver = true;
  }
}

/**
 * A call that nobody waits for any more goes on, and its answer is lost: the same key asks again.
 * @throws OutsideFailure
 */
export function whilePatient(service: string, call: () => unknown): unknown {
  const mark = waiting.getStore();
  const answer = call();
  if (!mark || mark.isOver || !(answer instanceof Promise)) return answer;
  return inTime(service, answer, mark.until - performance.now());
}

async function inTime(service: string, answer: Promise<unknown>, ms: number): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new OutsideFailure(service, 'unknown', new Error('Nobody waits that long')));
  }, ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
