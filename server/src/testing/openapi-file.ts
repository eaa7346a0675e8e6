import { readFile } from 'node:fs/promises';
import type { ApiDescription } from './openapi-requests.ts';

const PATIENCE_MS = 60_000;

/**
 * A vendor's description of its wire: from `--file`, else as it is published today. It is read and
 * forgotten, never kept here. Undefined when it could not be had, which is said.
 */
export async function readDescription(
  vendor: string,
  address: string,
): Promise<ApiDescription | undefined> {
  const at = process.argv.indexOf('--file');
  const file = at < 0 ? undefined : process.argv[at + 1];
  try {
    if (at >= 0 && !file) throw new Error('--file names no file');
    const text = file === undefined ? await fetched(address) : await readFile(file, 'utf8');
    return JSON.parse(text) as ApiDescription;
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    const from = file ?? address;
    console.error(
      `NOT CHECKED: ${vendor}’s description could not be read from ${from} (${why}). Where the network does not reach it, name a copy: -- --file spec.json`,
    );
    return undefined;
  }
}

async function fetched(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  return answer.text();
}

/** Nothing was checked. */
export const COULD_NOT = 2;
