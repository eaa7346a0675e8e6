import type { ChatIdentity } from '@portside/contract/chat';
import type { Session } from '../api/session.ts';
import { createStore, useStore } from '../api/store.ts';

/**
 * The browser half of the chat port (server/src/adapters/chat): the panel of our own
 * (chat-conversation.ts), or a widget of another service, which loads its script in `boot`.
 */
export interface ChatWidget {
  /** Starts it for this person, or for nobody (F08). */
  boot(identity: ChatIdentity): void;
  /** Ends it, and forgets whoever it was for. */
  shutdown(): void;
}

/** Who the chat is for; undefined while that is not known, and in an agent's look at an account. */
export function identityOf({ known, isLoggedIn, userInfo }: Session): ChatIdentity | undefined {
  if (!known) return undefined;
  if (!isLoggedIn) return { kind: 'anonymous' };
  if (!userInfo || userInfo.agent) return undefined;
  const { id, firstName, email, userHash } = userInfo;
  return { kind: 'user', id, firstName, email, userHash };
}

const unread = createStore(0);

/** How many replies nobody has seen yet, for the mark on the button. */
export const useUnread = () => useStore(unread, 0);
export const setUnread = unread.set;
