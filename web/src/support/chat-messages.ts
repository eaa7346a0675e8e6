import type { ChatIdentity } from '@portside/contract/chat';
import type { Language } from '@portside/contract/language';

/** All that crosses between a page and a chat frame on a host of its own (docs/decisions/0795). */
export type ToFrame =
  | { readonly say: 'load'; readonly language: Language }
  | { readonly say: 'boot'; readonly identity: ChatIdentity }
  | { readonly say: 'shutdown' | 'show' | 'hide' }
  /** Null: there is none. */
  | { readonly say: 'token'; readonly token: string | null };

export type FromFrame =
  | { readonly say: 'ready' | 'failed' | 'closed' | 'needs-token' }
  | { readonly say: 'unread'; readonly count: number };

/** The frame has a foreign script in it, so that nothing of it is believed as it is. */
export function fromFrame(told: unknown): FromFrame | undefined {
  const { say, count } = (told ?? {}) as { say?: unknown; count?: unknown };
  switch (say) {
    case 'ready':
    case 'failed':
    case 'closed':
    case 'needs-token':
      return { say };
    case 'unread':
      return Number.isSafeInteger(count) && Number(count) >= 0
        ? { say, count: Number(count) }
        : undefined;
    default:
      return undefined;
  }
}
