import type { Call } from '@portside/contract/call';
import { firstInteraction } from './first-interaction.ts';
import { readKey, writeKey } from './storage.ts';

let naming: Promise<void> | undefined;
/** For a browser that stores nothing: it has its name as long as the page is open. */
let unwritten: string | undefined;

/** The server's id for this browser (F04), sent with every call as soon as there is one. */
export const browserId = () => readKey('mid') ?? unwritten;

/**
 * Asks for the id, once: two at the same moment would give the browser two names, and what was said
 * under the first one would be lost. Nobody is told if it does not come: the next one asks again.
 */
export async function nameThisBrowser(call: Call): Promise<void> {
  if (browserId() !== undefined) return;
  naming ??= askForName(call).finally(() => (naming = undefined));
  return naming;
}

/** At the first visit, once somebody touches the page: nothing waits for it. */
export async function nameAtFirstVisit(call: Call): Promise<void> {
  if (browserId() !== undefined) return;
  await firstInteraction();
  await nameThisBrowser(call);
}

async function askForName(call: Call): Promise<void> {
  const { nameBrowser } = await import('@portside/contract/sessions');
  try {
    const { mid } = await call(nameBrowser, {}, { quiet: true });
    unwritten = mid;
    writeKey('mid', mid);
  } catch {
    // Nothing depends on it.
  }
}
