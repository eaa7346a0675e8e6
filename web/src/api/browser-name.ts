import type { Call } from '@portside/contract/call';
import { firstInteraction } from './first-interaction.ts';
import { readKey, writeKey } from './storage.ts';

/** The server's id for this browser (F04), sent with every call as soon as there is one. */
export const browserId = () => readKey('mid') ?? undefined;

/**
 * Asks for the id at the first visit, once somebody touches the page: nothing waits for it, and
 * nobody is told if it does not come, for the next visit asks again.
 */
export async function nameThisBrowser(call: Call): Promise<void> {
  if (browserId() !== undefined) return;
  await firstInteraction();
  const { nameBrowser } = await import('@portside/contract/sessions');
  try {
    const { mid } = await call(nameBrowser, {});
    writeKey('mid', mid);
  } catch {
    // Nothing depends on it.
  }
}
