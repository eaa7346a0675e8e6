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
// React notes where each element was made, for warnings; nobody reads that here, and it is slow.
Reflect.deleteProperty(console, 'createTask');
const root = globalThis.document?.documentElement;

/** What a screen shows late is waited for: a second, as usual, is too little on a busy machine. */
const asyncUtilTimeout = 30_000;

beforeAll(async () => {
  if (!root) return;
  const { configure, getConfig } = await import('@testing-library/react');
  // A worker keeps its libraries.
  if (getConfig().asyncUtilTimeout === asyncUtilTimeout) return;
  await noteNoOwners();
  const { getElementError } = getConfig();
  configure({
    asyncUtilTimeout,
    // While something is waited for, each look would print the whole page; the last failure does.
    getElementError(message, container) {
      const waiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
      if (!waiting) return getElementError(message, container);
      const error = new Error(message ?? '');
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
});

/** React takes a stack for each of the first ten thousand elements a second: all are behind us. */
async function noteNoOwners(): Promise<void> {
  const internals: unknown = Reflect.get(
    await import('react'),
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

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
