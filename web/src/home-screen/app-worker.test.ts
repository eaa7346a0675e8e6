import type { OfflineCopy } from '@portside/contract/home-screen';
import { expect, test } from 'vitest';
import { standInOffline, type WorkerScope } from './app-worker.ts';

const origin = 'https://harbor.example';

function copyNamed(version: string): OfflineCopy {
  return {
    name: `offline-${version}`,
    pages: { en: `/offline?v=${version}`, es: `/es/offline?v=${version}` },
    script: `/offline.js?v=${version}`,
  };
}

/** A browser of one site, whose workers come and go. */
function openBrowser() {
  const stored = new Map<string, Map<string, string>>();
  const browser = {
    stored,
    isOnline: true,
    /** Another release: it has no file of this one. */
    hasOthers: false,
    asked: [] as string[],
    claims: 0,
    skips: 0,
  };
  const serve = async (url: string) => {
    browser.asked.push(url);
    if (!browser.isOnline) throw new TypeError('Failed to fetch');
    if (browser.hasOthers && url.includes('?v=')) return new Response('none', { status: 404 });
    return new Response(`network: ${url.slice(origin.length)}`);
  };
  const caches = {
    async open(name: string) {
      const cache = stored.get(name) ?? new Map<string, string>();
      stored.set(name, cache);
      return {
        async addAll(requests: Request[]) {
          const answers = await Promise.all(requests.map(({ url }) => serve(url)));
          for (const [at, answer] of answers.entries())
            cache.set(requests[at]?.url ?? '', await answer.text());
        },
        async match(url: string) {
          const text = cache.get(url);
          return text === undefined ? undefined : new Response(text);
        },
      };
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  return Object.assign(browser, {
    /** A worker as the browser runs it. */
    start(version: string) {
      const listeners = new Map<string, (event: never) => void>();
      const scope = {
        addEventListener: (name: string, listen: (event: never) => void) =>
          listeners.set(name, listen),
        skipWaiting: async () => void (browser.skips += 1),
        clients: { claim: async () => void (browser.claims += 1) },
        location: { origin },
        caches,
        fetch: ({ url }: Request) => serve(url),
      } as unknown as WorkerScope;
      standInOffline(scope, copyNamed(version));
      const phase = async (name: string) => {
        const work: Promise<unknown>[] = [];
        const event = { waitUntil: (one: Promise<unknown>) => work.push(one) };
        listeners.get(name)?.(event as never);
        await Promise.all(work);
      };
      return {
        install: () => phase('install'),
        activate: () => phase('activate'),
        /** Undefined where the worker leaves it to the browser. */
        async ask(path: string, { mode = 'navigate', method = 'GET', from = origin } = {}) {
          let answer: Promise<Response> | undefined;
          const request = { url: from + path, mode, method };
          const respondWith = (one: Promise<Response>) => (answer = one);
          listeners.get('fetch')?.({ request, respondWith } as never);
          return answer === undefined ? undefined : (await answer).text();
        },
      };
    },
  });
}

async function ready(version = '1') {
  const browser = openBrowser();
  const worker = browser.start(version);
  await worker.install();
  await worker.activate();
  return { browser, worker };
}

test('[P08] pages of the account come from the network while there is one, and then the offline page of their language', async () => {
  const { browser, worker } = await ready();
  expect(await worker.ask('/dashboard')).toBe('network: /dashboard');
  browser.isOnline = false;
  for (const path of ['/dashboard', '/dashboard/lines/lin_1', '/Dashboard/', '/dashboard?a=1'])
    expect(await worker.ask(path), path).toBe('network: /offline?v=1');
  expect(await worker.ask('/es/dashboard/setting')).toBe('network: /es/offline?v=1');
  expect(await worker.ask('/offline.js?v=1', { mode: 'no-cors' })).toBe('network: /offline.js?v=1');
});

test('[P08] public pages, calls, files and other sites are left to the browser, and nothing of them is stored', async () => {
  const { browser, worker } = await ready();
  const others = [
    worker.ask('/'),
    worker.ask('/shop'),
    worker.ask('/es'),
    worker.ask('/dashboards'),
    worker.ask('/cart/checkout'),
    worker.ask('/console'),
    worker.ask('/app/lines', { mode: 'cors' }),
    worker.ask('/dashboard', { mode: 'cors' }),
    worker.ask('/dashboard', { method: 'POST' }),
    worker.ask('/dashboard', { from: 'https://elsewhere.example' }),
    worker.ask('/assets/site.js', { mode: 'no-cors' }),
    worker.ask('/offline.js?v=0', { mode: 'no-cors' }),
  ];
  expect(await Promise.all(others)).toEqual(others.map(() => undefined));
  await worker.ask('/dashboard');
  expect([...browser.stored.keys()]).toEqual(['offline-1']);
  expect([...(browser.stored.get('offline-1')?.keys() ?? [])]).toEqual([
    `${origin}/offline?v=1`,
    `${origin}/es/offline?v=1`,
    `${origin}/offline.js?v=1`,
  ]);
});

test('[P08] a new worker takes over at once with its own page, and the old one is gone', async () => {
  const { browser } = await ready('1');
  browser.stored.set('of somebody else', new Map());
  const next = browser.start('2');
  await next.install();
  expect(browser.skips).toBe(2);
  await next.activate();
  expect(browser.claims).toBe(2);
  expect([...browser.stored.keys()]).toEqual(['of somebody else', 'offline-2']);
  browser.isOnline = false;
  expect(await next.ask('/dashboard')).toBe('network: /offline?v=2');
});

test('[P08] the page keeps its script where a server of another release has none of that name', async () => {
  const { browser, worker } = await ready();
  const script = { mode: 'no-cors' } as const;
  browser.hasOthers = true;
  expect(await worker.ask('/offline.js?v=1', script)).toBe('network: /offline.js?v=1');
  browser.stored.clear();
  browser.hasOthers = false;
  expect(await worker.ask('/offline.js?v=1', script)).toBe('network: /offline.js?v=1');
});

test('[P08] a worker that gets less than all of its page stays out, and the one before keeps working', async () => {
  const { browser, worker } = await ready('1');
  browser.isOnline = false;
  const next = browser.start('2');
  await expect(next.install()).rejects.toThrow('Failed to fetch');
  expect(browser.skips).toBe(1);
  expect(await worker.ask('/dashboard')).toBe('network: /offline?v=1');
});

test('[P08] where the browser has thrown the page away, its own error shows', async () => {
  const { browser, worker } = await ready();
  browser.stored.clear();
  browser.isOnline = false;
  await expect(worker.ask('/dashboard')).rejects.toThrow('Failed to fetch');
});
