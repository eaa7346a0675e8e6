import { beforeAll, vi } from 'vitest';

/**
 * Before each file of screen tests. A worker keeps its page and its libraries from file to file, for
 * they are most of a file's time; our own modules are read anew, and the page is empty.
 */
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

/** What a screen shows late is waited for: a second, as usual, is too little on a busy machine. */
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
});
