import type { Checkable } from '../health.ts';

/** As a browser made it (Push API). The endpoint is a secret: who knows it can write to the browser. */
export interface PushSubscription {
  readonly endpoint: string;
  /** The browser's public key, and a secret that it shares: base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** A brand's key pair (VAPID, RFC 8292): P-256, the public one as base64url of its 65 bytes. */
export interface PushKeys {
  readonly publicKey: string;
  /** A JSON Web Key. */
  readonly privateKey: string;
}

export interface PushMessage {
  readonly to: PushSubscription;
  readonly keys: PushKeys;
  /** Whom a push service may ask: `mailto:…`. */
  readonly contact: string;
  /** At most some 3,000 bytes. */
  readonly payload: string;
  /** A service keeps it so long for a browser that is away. */
  readonly ttlSeconds: number;
  /** It takes the place of what waits with the same one: 32 letters of base64url at most. */
  readonly topic: string;
  readonly urgency: 'normal' | 'high';
}

/**
 * `gone`: the subscription has ended, for good. `later`: not taken, and may be in so many seconds.
 * `refused`: never to be taken.
 */
export type PushAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly afterSeconds: number | undefined }
  | { readonly kind: 'refused'; readonly status: number };

/** Notices to browsers, through their makers' push services (RFC 8030, 8291 and 8292). */
export interface PushPort extends Checkable {
  readonly name: string;
  /** For a brand, once. */
  makeKeys(): PushKeys;
  /** An endpoint of a push service that we know, with keys that are none of somebody's making. */
  isKnown(subscription: PushSubscription): boolean;
  /** @throws OutsideFailure */
  send(message: PushMessage): Promise<PushAnswer>;
}
