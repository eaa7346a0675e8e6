import { expect, test } from 'vitest';
import { listenForPush, type PushScope } from './worker-push.ts';

const origin = 'https://shop.example';

/** A service worker's global, with these tabs open. */
function worker(...urls: string[]) {
  const listeners = new Map<string, (event: never) => void>();
  const seen: string[] = [];
  const scope = {
    addEventListener: (name: string, listen: (event: never) => void) => {
      listeners.set(name, listen);
    },
    location: new URL(`${origin}/sw.js`),
    registration: {
      async showNotification(title: string, options: NotificationOptions) {
        seen.push(JSON.stringify({ title, ...options }));
      },
      pushManager: {
        async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
          if (applicationServerKey === 'refused') throw new DOMException('no', 'AbortError');
          seen.push(`subscribe ${applicationServerKey as string}`);
        },
      },
    },
    clients: {
      matchAll: async () =>
        urls.map((url) => ({
          url,
          focus: async () => void seen.push(`focus ${url}`),
          postMessage: (message: unknown) => void seen.push(`tell ${url} ${String(message)}`),
        })),
      openWindow: async (url: string) => void seen.push(`open ${url}`),
    },
  } as unknown as PushScope;
  listenForPush(scope);
  const happens = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (begun: Promise<unknown>) => {
      work = begun;
    };
    listeners.get(name)?.({ waitUntil, ...event } as never);
    await work;
    return seen;
  };
  const click = (data: unknown) => {
    const close = () => void seen.push('close');
    return happens('notificationclick', { notification: { data, close } });
  };
  return { happens, click };
}

test('[P08] a push shows the words, in their language, in place of the same news before', async () => {
  const notice = { title: 'Harbor', body: 'Line', path: '/dashboard', tag: 'one', lang: 'es' };
  const [shown = ''] = await worker().happens('push', { data: { json: () => notice } });
  const { path, ...words } = notice;
  expect(JSON.parse(shown)).toEqual({ ...words, data: path });
});

test('[P08] something is shown for a push that nobody can read: browsers demand it', async () => {
  const unreadable = {
    json: () => {
      throw new SyntaxError('no JSON');
    },
  };
  for (const data of [unreadable, null, { json: () => 'text' }]) {
    const [shown = ''] = await worker().happens('push', { data });
    expect(JSON.parse(shown)).toEqual({ title: 'shop.example', data: '/dashboard' });
  }
});

test('[P08] a click focuses the tab that shows it, else opens it, and never another site', async () => {
  const line = `${origin}/dashboard/lines/lin_1`;
  const busy = `${origin}/checkout`;
  expect(await worker(busy, line).click('/dashboard/lines/lin_1')).toEqual([
    'close',
    `focus ${line}`,
  ]);
  expect(await worker(busy).click('/dashboard/lines/lin_1')).toEqual(['close', `open ${line}`]);
  for (const foreign of ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', 7]) {
    expect(await worker().click(foreign)).toEqual(['close', `open ${origin}/dashboard`]);
  }
});

test('[P08] a browser that loses its subscription makes a new one and tells open pages', async () => {
  const tab = `${origin}/dashboard`;
  const options = { userVisibleOnly: true, applicationServerKey: 'key' };
  const seen = await worker(tab).happens('pushsubscriptionchange', {
    oldSubscription: { options },
  });
  expect(seen).toEqual(['subscribe key', `tell ${tab} push-changed`]);
  const known = await worker(tab).happens('pushsubscriptionchange', { newSubscription: {} });
  expect(known).toEqual([`tell ${tab} push-changed`]);
  const refused = { ...options, applicationServerKey: 'refused' };
  const lost = await worker(tab).happens('pushsubscriptionchange', {
    oldSubscription: { options: refused },
  });
  expect(lost).toEqual([`tell ${tab} push-changed`]);
});

test('[P08] a newer one of security makes itself heard again, which needs something to replace', async () => {
  const notice = { title: 'Harbor', renotify: true };
  const shownFor = async (data: object) =>
    JSON.parse((await worker().happens('push', { data: { json: () => data } }))[0] ?? '');
  expect(await shownFor({ ...notice, tag: 'one' })).toMatchObject({ tag: 'one', renotify: true });
  expect(await shownFor(notice)).toEqual({ title: 'Harbor', data: '/dashboard' });
});
