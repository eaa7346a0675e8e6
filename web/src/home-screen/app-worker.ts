import { isAccountPath, type OfflineCopy } from '@portside/contract/home-screen';
import { languageOfPath } from '@portside/contract/language';

interface Waits {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked {
  readonly request: Pick<Request, 'url' | 'method' | 'mode'>;
  respondWith(answer: Promise<Response>): void;
}

/** What this file uses of a service worker's global. */
export interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listen: (event: Waits) => void): void;
  addEventListener(name: 'fetch', listen: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: { readonly origin: string };
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Shows the offline page in place of the account when the network fails (docs/decisions/0963).
 * Nothing else is copied or answered.
 */
export function standInOffline(worker: WorkerScope, copy: OfflineCopy): void {
  const files = [...Object.values(copy.pages), copy.script];
  worker.addEventListener('install', (event) => event.waitUntil(takeCopy()));
  worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
  worker.addEventListener('fetch', (event) => {
    const request = event.request as Request;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    if (request.mode === 'navigate') {
      if (!isAccountPath(pathname)) return;
      event.respondWith(networkOr(request, copy.pages[languageOfPath(pathname)]));
    } else if (pathname + search === copy.script) {
      event.respondWith(keptOr(request, copy.script));
    }
  });

  /** All files or none. The browser's own cache might have an older one. */
  async function takeCopy() {
    const cache = await worker.caches.open(copy.name);
    await cache.addAll(files.map((file) => new Request(absolute(file), { cache: 'reload' })));
    await worker.skipWaiting();
  }

  async function dropOthers() {
    const names = await worker.caches.keys();
    const old = names.filter((name) => name.startsWith('offline-') && name !== copy.name);
    await Promise.all(old.map((name) => worker.caches.delete(name)));
    await worker.clients.claim();
  }

  async function networkOr(request: Request, file: string): Promise<Response> {
    try {
      return await worker.fetch(request);
    } catch (error) {
      const found = await kept(file);
      if (!found) throw error;
      return found;
    }
  }

  /** Its name is its hash; a server of another release answers 404. */
  async function keptOr(request: Request, file: string): Promise<Response> {
    return (await kept(file)) ?? worker.fetch(request);
  }

  async function kept(file: string): Promise<Response | undefined> {
    const cache = await worker.caches.open(copy.name);
    return cache.match(absolute(file));
  }

  function absolute(file: string): string {
    return worker.location.origin + file;
  }
}
