import type { Call } from '@portside/contract/call';
import { firstInteraction } from './first-interaction.ts';
import { readKey, writeKey } from './storage.ts';

let naming: Promise<void> | undefined;
/** For browsers without storage: lasts as long as the page. */
let unwritten: string | undefined;

/** Sent with every call (F04). */
export const browserId = () => readKey('mid') ?? unwritten;

/**
 * Once: two concurrent calls would give two ids and lose what the first one said. A failure is
 * retried with the next call.
 */
export async function nameThisBrowser(call: Call): Promise<void> {
  if (browserId() !== undefined) return;
  naming ??= askForName(call).finally(() => (naming = undefined));
  return naming;
}

/** After the first interaction. */
export async function nameAtFirstVisit(call: Call): Promise<void> {
  if (browserId() !== undefined) return;
  await firstInteraction();
  // That page keeps nothing in the browser.
  if (!location.pathname.endsWith('/own-account')) await nameThisBrowser(call);
}

async function askForName(call: Call): Promise<void> {
  try {
    const { nameBrowser } = await import('@portside/contract/sessions');
    const { mid } = await call(nameBrowser, {}, { quiet: true });
    unwritten = mid;
    writeKey('mid', mid);
  } catch {
    // The next call tries again.
  }
}
