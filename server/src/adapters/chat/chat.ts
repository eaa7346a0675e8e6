import type { PublicChat } from '@portside/contract/chat';
import type { PageSources } from '../../http/security.ts';

/**
 * The chat port: who talks to the customers on the pages. Its browser half boots with an identity
 * and shuts down (web/src/support/chat-widget.ts); this half says what a page must load and let
 * through, and signs who the customer is.
 */
export interface ChatPort {
  readonly name: string;
  /** How a page loads it; nothing in it is secret. A script without its source here is a defect. */
  browser(): PublicChat;
  /** What the pages' policy must allow beside the shop's own; nothing unless a widget needs it. */
  sources(): PageSources;
  /**
   * The user hash (F07): proof that this is the customer, made of what the service asks for, and of
   * a secret that never leaves the server.
   */
  prove(person: { id: string; email: string }): string;
}
