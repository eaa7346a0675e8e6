import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import type { ComponentType } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { QUEUE_EVERY_MS, useEvery } from './use-every.ts';

export type NavCount = ComponentType;

/** Of a call that tells how much waits; nothing while nothing does. */
export function counting<E extends Endpoint>(
  endpoint: E,
  of: (answer: OutputOf<E>) => number,
): NavCount {
  return function Count() {
    const { data } = useAnswer(endpoint, {} as InputOf<E>, {
      refetchInterval: useEvery(QUEUE_EVERY_MS),
    });
    const count = data ? of(data) : 0;
    if (count === 0) return null;
    return (
      <span className="ms-auto rounded-full bg-fog px-2 text-fine tabular-nums text-ink">
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    );
  };
}
