/** What the server sends (server/src/push/send-push.ts). */
interface Notice {
  readonly title: string;
  readonly body: string;
  /** On our own site. */
  readonly path: string;
  /** A newer one with the same takes its place. */
  readonly tag: string;
  readonly lang: string;
  /** Makes itself heard again where it takes the place of another. */
  readonly renotify: boolean;
}

/** What TypeScript does not know yet. */
interface NoticeOptions extends NotificationOptions {
  readonly renotify?: boolean;
}

interface Waits {
  waitUntil(work: Promise<unknown>): void;
}

interface Pushed extends Waits {
  readonly data: { json(): unknown } | null;
}

interface Clicked extends Waits {
  readonly notification: { readonly data: unknown; close(): void };
}

interface Changed extends Waits {
  readonly oldSubscription?: { readonly options: PushSubscriptionOptionsInit } | null;
  readonly newSubscription?: unknown;
}

interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: []): void;
}

/** What this file uses of a service worker's global. */
export interface PushScope {
  addEventListener(name: 'push', listen: (event: Pushed) => void): void;
  addEventListener(name: 'notificationclick', listen: (event: Clicked) => void): void;
  addEventListener(name: 'pushsubscriptionchange', listen: (event: Changed) => void): void;
  readonly location: { readonly origin: string; readonly host: string };
  readonly registration: {
    showNotification(title: string, options: NoticeOptions): Promise<void>;
    readonly pushManager: { subscribe(options: PushSubscriptionOptionsInit): Promise<unknown> };
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
}

/** Of the worker, to open pages: look again whether notices are on (use-keep-push.ts). */
export const PUSH_CHANGED = 'push-changed';

const HOME = '/dashboard';

/** Shows notices, and leads to what they are about (docs/decisions/0974). */
export function listenForPush(self: PushScope): void {
  self.addEventListener('push', (event) => event.waitUntil(show(noticeIn(event))));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

  function noticeIn({ data }: Pushed): Partial<Notice> {
    try {
      const notice = data?.json();
      return typeof notice === 'object' && notice !== null ? notice : {};
    } catch {
      return {};
    }
  }

  /** A browser takes the permission away from who shows nothing. */
  function show({ title, body, path, tag, lang, renotify }: Partial<Notice>): Promise<void> {
    return self.registration.showNotification(title ?? self.location.host, {
      ...(body && { body }),
      ...(tag && { tag, ...(renotify && { renotify }) }),
      ...(lang && { lang }),
      data: path ?? HOME,
    });
  }

  /** A tab that shows something else stays as it is: somebody may be typing there. */
  async function open(path: unknown): Promise<void> {
    const { origin } = self.location;
    const url = ownPage(path) ?? origin + HOME;
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const shows = tabs.find((tab) => tab.url === url);
    await (shows ? shows.focus() : self.clients.openWindow(url));
  }

  /** Undefined for another site's, and for what is no address. */
  function ownPage(path: unknown): string | undefined {
    const { origin } = self.location;
    if (typeof path !== 'string') return undefined;
    try {
      const url = new URL(path, origin);
      return url.origin === origin ? url.href : undefined;
    } catch {
      return undefined;
    }
  }

  /** The server learns of it from a page: a worker has no session. */
  async function renew({ oldSubscription, newSubscription }: Changed): Promise<void> {
    if (!newSubscription && oldSubscription) {
      // A page says that notices have stopped here.
      await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
    }
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const tab of tabs) tab.postMessage(PUSH_CHANGED, []);
  }
}
