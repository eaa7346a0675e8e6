import type { PublicChat } from '@portside/contract/chat';
import type { PageSources } from '../../http/security.ts';
import type { Checkable } from '../health.ts';

/**
 * The chat port. Its browser half boots with an identity (web/src/support/chat-widget.ts); this
 * half says what pages load and allow, and signs who the customer is.
 */
export interface ChatPort extends Checkable {
  readonly name: string;
  /** Public. A script also needs its entry in `sources`. */
  browser(): PublicChat;
  /** Added to the pages' content security policy. */
  sources(): PageSources;
  /** The user hash (F07), made with a secret that never leaves the server. */
  prove(person: { id: string; email: string }): string;
}
