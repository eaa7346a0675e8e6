import { expect } from 'vitest';
import type { GigsWorld } from './world.suite.ts';

type Sent = readonly [line: string, what: unknown];

/** What was sent while something was done: the body, or the query where there is none. */
export async function sentTo({ server }: GigsWorld, work: () => Promise<unknown>) {
  const { requests } = server;
  const { length } = requests;
  await work();
  return requests.slice(length).map(({ line, query, body, headers }): Sent => {
    const type = body ? 'application/json' : undefined;
    expect(headers).toEqual({ accept: 'application/json', type });
    return [line, body ? (JSON.parse(body) as unknown) : query];
  });
}

/** Without what only looks. */
export const made = (all: readonly Sent[]) =>
  all.filter(([line]) => !line.startsWith('GET') && !line.endsWith('/search'));
