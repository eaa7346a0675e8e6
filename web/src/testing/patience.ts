import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Before each file of screen tests. A worker keeps its page and its libraries from file to file, for
 * they are most of a file's time; our own modules are read anew, and the page is empty.
 */
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}
const root = globalThis.document?.documentElement;

/** What a screen shows late is waited for: a second, as usual, is too little on a busy machine. */
beforeAll(async () => {
  if (!root) return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
});

/**
 * A page that stays open hears what the next file says of the network, and the library then waits
 * in every file after it.
 */
afterAll(async () => {
  if (!root) return;
  const { cleanup } = await import('@testing-library/react');
  const { onlineManager } = await import('@tanstack/react-query');
  cleanup();
  const left = [
    document.documentElement !== root && 'another document',
    onlineManager.hasListeners() && 'a page that is open',
    !onlineManager.isOnline() && 'the library without a network',
  ].filter(Boolean);
  // The next file is not red for this one.
  if (document.documentElement !== root) document.replaceChild(root, document.documentElement);
  onlineManager.setOnline(true);
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.join(', ')}.`);
});
