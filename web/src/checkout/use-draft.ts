import { useEffect } from 'react';
import { usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { createStore, useStore } from '../api/store.ts';
import { type Draft, fillDraft, freshDraft } from './draft.ts';

interface Kept {
  readonly cartId: string;
  /** Whose account filled it in; undefined until the account is known. */
  readonly owner: string | undefined;
  readonly draft: Draft;
}

// In memory only: it lives through a detour to the cart or the login page, and not through a reload.
const store = createStore<Kept | undefined>(undefined);

/** The draft of a cart, filled in from the account once that is known. */
export function useDraft(cartId: string) {
  const { countryCode } = usePage().brand;
  const { userInfo } = useSession();
  const kept = ownDraft(useStore(store, undefined), cartId, userInfo?.id);
  const begun = kept?.draft ?? freshDraft(userInfo, countryCode);
  const late = kept !== undefined && kept.owner === undefined && userInfo !== undefined;
  const draft = late ? fillDraft(begun, userInfo, countryCode) : begun;

  useEffect(() => {
    const mine = ownDraft(store.get(), cartId, userInfo?.id);
    if (!mine) {
      store.set({ cartId, owner: userInfo?.id, draft: freshDraft(userInfo, countryCode) });
    } else if (mine.owner === undefined && userInfo) {
      const filled = fillDraft(mine.draft, userInfo, countryCode);
      store.set({ cartId, owner: userInfo.id, draft: filled });
    }
  }, [cartId, userInfo, countryCode]);

  return {
    draft,
    /** Changes with the account; forms begin anew with it. */
    owner: kept?.owner ?? userInfo?.id,
    save: (part: Partial<Draft>) => {
      const now = store.get();
      if (now?.cartId === cartId) store.set({ ...now, draft: { ...now.draft, ...part } });
    },
  };
}

/** Nothing that one person typed is shown to another who logs in after them. */
function ownDraft(kept: Kept | undefined, cartId: string, person: string | undefined) {
  if (kept?.cartId !== cartId) return undefined;
  const stranger = kept.owner !== undefined && person !== undefined && kept.owner !== person;
  return stranger ? undefined : kept;
}

/** After the order is paid. */
export function forgetDraft(): void {
  store.set(undefined);
}
