import type { PushKind } from '@portside/contract/push';
import { atForgetting } from '../api/forget-person.ts';
import { session } from '../api/session.ts';
import { readKey, writeKey } from '../api/storage.ts';

const KEY = 'notices';

/** What was turned on here last. By its mark this browser finds itself among the customer's. */
export interface OwnPush {
  readonly person: string | undefined;
  readonly mark: string;
  readonly kinds: readonly PushKind[];
}

/** @returns undefined for what somebody else turned on */
export function readOwnPush(): OwnPush | undefined {
  const own = anyOwnPush();
  return own && session.isOwn(own.person ?? '') ? own : undefined;
}

function anyOwnPush(): OwnPush | undefined {
  try {
    return (JSON.parse(readKey(KEY) ?? 'null') as OwnPush | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const writeOwnPush = (own: Omit<OwnPush, 'person'> | undefined): void =>
  writeKey(KEY, own ? JSON.stringify({ ...own, person: session.person() }) : null);

/** The first 16 digits of its SHA-256: an endpoint is a secret. */
export async function markOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash).slice(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Somebody logged out, somebody else has logged in, or it was turned off from elsewhere. Until it is
 * done the key stays, as nobody's: `isOfAnother()` then has the next page of the account try again.
 */
async function forgetPush(): Promise<void> {
  const own = anyOwnPush();
  if (!own) return;
  const nobodys = JSON.stringify({ ...own, person: undefined });
  writeKey(KEY, nobodys);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  // Not what was turned on meanwhile.
  if (readKey(KEY) === nobodys) writeOwnPush(undefined);
}

/** It fails without a network. */
export const endPushHere = (): void => void forgetPush().catch(() => undefined);

export const isOfAnother = (): boolean => anyOwnPush() !== undefined && readOwnPush() === undefined;

atForgetting(endPushHere);
