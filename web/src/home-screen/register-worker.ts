import { workerPath } from '@portside/contract/home-screen';
import { trustedScriptUrl } from '../api/outside-script.ts';

/** Once for a page, when it has nothing else to do. Without a worker the page works as before. */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  whenIdle(() => {
    navigator.serviceWorker
      .register(trustedScriptUrl(workerPath), { updateViaCache: 'none' })
      .catch(() => undefined);
  });
}

const IDLE_BY_NOW_MS = 2000;

function whenIdle(then: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then);
  else setTimeout(then, IDLE_BY_NOW_MS);
}
