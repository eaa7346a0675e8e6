/** `home_screen`: an iPhone or iPad shows notices of what is on the home screen alone. */
export type PushAbility = 'can' | 'blocked' | 'home_screen' | 'cannot';

/** What the server needs. */
export interface SubscriptionKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A worker that does not come is none. */
const WORKER_MS = 10_000;

export function pushAbility(): PushAbility {
  const isApple = 'standalone' in navigator && navigator.standalone === false;
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isApple && navigator.maxTouchPoints > 0 ? 'home_screen' : 'cannot';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'can';
}

export async function ownSubscription(): Promise<PushSubscription | undefined> {
  if (pushAbility() !== 'can' || Notification.permission !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/**
 * Asks for the permission, as long as nobody has answered. Only ever at the press of a button.
 * @returns undefined when notices are not allowed, or the browser finds no push service
 */
export async function subscribe(publicKey: string): Promise<SubscriptionKeys | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  try {
    const registration = await Promise.race([navigator.serviceWorker.ready, inVain()]);
    const { pushManager } = registration;
    const known = await pushManager.getSubscription();
    // Of a brand that has other keys now.
    if (known && !hasKey(known, publicKey)) await known.unsubscribe();
    const applicationServerKey = publicKey;
    return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  } catch {
    return undefined;
  }
}

const inVain = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('There is no worker')), WORKER_MS);
  });

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey;
  return !key || toBase64Url(key) === publicKey;
}

export function keysOf(subscription: PushSubscription): SubscriptionKeys | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined;
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
