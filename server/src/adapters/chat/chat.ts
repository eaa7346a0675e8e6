import type { PublicChat } from '@portside/contract/chat';
import type { Checkable } from '../health.ts';
import type { PageSources } from '../../http/security.ts';

interface ChatPerson {
  readonly id: string;
  readonly firstName: string;
  /** A confirmed one: what is signed, people of support believe. */
  readonly email?: string;
}

/**
 * The chat port. Its browser half boots with an identity (web/src/support/chat-widget.ts); this
 * half says what it loads and allows, and signs who the customer is.
 */
export interface ChatPort extends Checkable {
  readonly name: string;
  /** Public. A script also needs its entry in `sources`. */
  browser(): PublicChat;
  /** The whole policy of the frame that a service's widget runs in. Our own pages get none of it. */
  sources(): PageSources;
  /** The user hash (F07), made with a secret that never leaves the server. */
  prove(person: Pick<ChatPerson, 'id'>): string;
  /** Short-lived. Undefined where the user hash is the proof. */
  token?(person: ChatPerson): string;
}
