import type { ChatIdentity } from '@portside/contract/chat';
import type { Session } from '../api/session.ts';
import { readKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';

/**
 * Browser half of the chat port (server/src/adapters/chat): our panel, or another service's widget,
 * which loads its script in `boot`.
 */
export interface ChatWidget {
  /** F08. */
  boot(identity: ChatIdentity): void;
  shutdown(): void;
}

/** Undefined while unknown, and for agents. */
export function identityOf({ known, isLoggedIn, userInfo }: Session): ChatIdentity | undefined {
  if (!known) return undefined;
  if (!isLoggedIn) return { kind: 'anonymous' };
  if (!userInfo || userInfo.agent) return undefined;
  const { id, firstName, email, userHash } = userInfo;
  return { kind: 'user', id, firstName, email, userHash };
}

/** Whom a chat service's widget knows at this browser: a customer's id, or `visitor`. */
export const CHAT_PERSON = 'chatPerson';

/**
 * A service's script is loaded without the press of a button for customers, and where it was used
 * before: replies are marked, and somebody who has left is forgotten.
 */
export const startsByItself = (identity: ChatIdentity) =>
  identity.kind === 'user' || readKey(CHAT_PERSON) !== null;

const unread = createStore(0);

export const useUnread = () => useStore(unread, 0);
export const setUnread = unread.set;
