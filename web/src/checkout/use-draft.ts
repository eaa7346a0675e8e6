import { useEffect } from 'react';
import { atForgetting } from '../api/forget-person.ts';
import { usePage } from '../api/page.tsx';
import { session, useSession } from '../api/session.ts';
import { createStore, useStore } from '../api/store.ts';
import { givenZipCode } from '../api/zip-code.ts';
import { type Draft, fillDraft, freshDraft } from './draft.ts';
import {
  atTheBeginning,
  type SavedCheckout,
  type SavedWay,
  readSavedCheckout,
  writeSavedCheckout,
} from './saved-draft.ts';

// Whole in memory, for detours to cart and login; without secrets in session storage, for reloads
// and the bank's page.
const store = createStore<SavedCheckout | undefined>(readSavedCheckout());
// An expiry keeps it.
atForgetting(() => store.set(undefined));
// Or the logout was in another document of this tab, while the browser kept this one as it was.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  const emptied = store.get()?.cartId !== over && !readSavedCheckout();
  if (persisted && emptied) store.set(undefined);
});

/** The paid cart. */
let over: string | undefined;

function save(next: SavedCheckout | undefined): void {
  store.set(next);
  writeSavedCheckout(next?.cartId === over ? undefined : next);
}

/** Filled in from the account once that is known. */
export function useDraft(cartId: string) {
  const { countryCode } = usePage().brand;
  const { userInfo } = useSession();
  const saved = ownDraft(useStore(store, undefined), cartId);
  const begun = saved?.draft ?? freshDraft(userInfo, countryCode, givenZipCode.get());
  const late = saved !== undefined && saved.owner === undefined && userInfo !== undefined;
  const draft = late ? fillDraft(begun, userInfo, countryCode) : begun;

  useEffect(() => {
    const mine = ownDraft(store.get(), cartId);
    if (!mine) {
      const fresh = freshDraft(userInfo, countryCode, givenZipCode.get());
      save({ cartId, owner: userInfo?.id, way: atTheBeginning, draft: fresh });
    } else if (mine.owner === undefined && userInfo) {
      const filled = fillDraft(mine.draft, userInfo, countryCode);
      save({ ...mine, owner: userInfo.id, draft: filled });
    }
  }, [cartId, userInfo, countryCode]);

  function change(changed: (now: SavedCheckout) => SavedCheckout) {
    const now = store.get();
    if (now?.cartId === cartId) save(changed(now));
  }

  return {
    draft,
    way: saved?.way ?? atTheBeginning,
    /** Forms restart when it changes. */
    owner: saved?.owner ?? userInfo?.id,
    save: (part: Partial<Draft>) => change((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    saveWay: (part: Partial<SavedWay>) =>
      change((now) => ({ ...now, way: { ...now.way, ...part } })),
  };
}

/** Never another person's draft. */
function ownDraft(saved: SavedCheckout | undefined, cartId: string) {
  if (saved?.cartId !== cartId) return undefined;
  const stranger = saved.owner !== undefined && !session.isOwn(saved.owner);
  return stranger ? undefined : saved;
}

/** After the payment of its cart. The page that still shows the draft drops it when it goes. */
export function forgetDraft(cartId: string, when: 'with the page' | 'now'): void {
  if (store.get()?.cartId !== cartId) return;
  over = cartId;
  writeSavedCheckout(undefined);
  if (when === 'now') store.set(undefined);
}
