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

/** Somebody logged out, or somebody else has logged in. The server has forgotten it as well. */
async function forgetPush(): Promise<void> {
  if (!anyOwnPush()) return;
  writeOwnPush(undefined);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Without it the server alone has forgotten, and the next login here does the rest. */
export const endPushHere = (): void => void forgetPush().catch(() => undefined);

export const isOfAnother = (): boolean => anyOwnPush() !== undefined && readOwnPush() === undefined;

atForgetting(endPushHere);
