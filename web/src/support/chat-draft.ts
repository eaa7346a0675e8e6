import type { ChatIdentity } from '@portside/contract/chat';

export interface Unsent {
  readonly clientId: string;
  readonly text: string;
  /** Undefined while it is being sent. */
  readonly fault: string | undefined;
}

export interface Draft {
  readonly text: string;
  readonly email: string;
}

export const noDraft: Draft = { text: '', email: '' };

export interface Written {
  readonly draft: Draft;
  readonly unsent: readonly Unsent[];
}

/**
 * Unsent messages and drafts by person, so that an ended session loses nothing and nobody else sees
 * it. What was written before the login belongs to whoever logs in (docs/decisions/0011).
 */
export function storeDrafts() {
  const left = new Map<string, Written>();
  const nameOf = (who: ChatIdentity) => (who.kind === 'user' ? who.id : 'anonymous');
  return {
    leave(who: ChatIdentity, written: Written): void {
      left.set(nameOf(who), written);
    },
    /** This person's, then what came since. */
    restore(who: ChatIdentity, since: readonly Written[]): Written {
      const names = new Set([nameOf(who), 'anonymous']);
      const all = [...names].flatMap((name) => left.get(name) ?? []).concat(since);
      for (const name of names) left.delete(name);
      return {
        draft: {
          text: all
            .map((one) => one.draft.text)
            .filter(Boolean)
            .join('\n'),
          email: who.kind === 'user' ? '' : (all.at(-1)?.draft.email ?? ''),
        },
        unsent: all.flatMap((one) => one.unsent),
      };
    },
    change(unsentBecomes: (unsent: readonly Unsent[]) => readonly Unsent[]): void {
      for (const [name, one] of left) left.set(name, { ...one, unsent: unsentBecomes(one.unsent) });
    },
  };
}
