import type { ChatIdentity } from '@portside/contract/chat';

/** What was written here and is not kept by the server yet. */
export interface Unsent {
  readonly clientId: string;
  readonly text: string;
  readonly email: string | undefined;
  /** Why it did not go; undefined while it is on its way. */
  readonly fault: string | undefined;
}

/** What stands in the form. */
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
 * Keeps for each person of this page what they have written and the server does not have: a session
 * that ends in the middle of a sentence takes nothing away, and nobody else gets to see it. What was
 * written before the login goes with the conversation, to who logs in (decision 0011).
 */
export function storeDrafts() {
  const left = new Map<string, Written>();
  const nameOf = (who: ChatIdentity) => (who.kind === 'user' ? who.id : 'anonymous');
  return {
    leave(who: ChatIdentity, written: Written): void {
      left.set(nameOf(who), written);
    },
    /** What this person left, and after it what came since. */
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
    /** Something became of a message after its writer had gone. */
    change(unsentBecomes: (unsent: readonly Unsent[]) => readonly Unsent[]): void {
      for (const [name, one] of left) left.set(name, { ...one, unsent: unsentBecomes(one.unsent) });
    },
  };
}
