import type { ChatIdentity } from '@portside/contract/chat';
import type { Session } from '../api/session.ts';
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

const unread = createStore(0);

export const useUnread = () => useStore(unread, 0);
export const setUnread = unread.set;
