import { useEffect, useEffectEvent } from 'react';
import { atForgetting } from '../api/forget-person.ts';
import { usePage } from '../api/page.tsx';
import { session, useSession } from '../api/session.ts';
import { createStore, useStore } from '../api/store.ts';
import { givenZipCode } from '../api/zip-code.ts';
import type { Cart } from '../cart/cart.ts';
import { FIRST_LINE } from '../cart/cart-lines.ts';
import { type Draft, fillDraft, freshDraft } from './draft.ts';
import { fitLines, withLine } from './draft-lines.ts';
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

/** Filled in from the account once that is known. @param cart where its lines are asked for */
export function useDraft(cartId: string, cart?: Cart) {
  const { countryCode } = usePage().brand;
  const { userInfo } = useSession();
  const fitted = (one: SavedCheckout) => (cart ? fitLines(one, cart) : one);
  const stored = ownDraft(useStore(store, undefined), cartId);
  const saved = stored && fitted(stored);
  const begun = saved?.draft ?? freshDraft(userInfo, countryCode, givenZipCode.get());
  const late = saved !== undefined && saved.owner === undefined && userInfo !== undefined;
  const draft = late ? fillDraft(begun, userInfo, countryCode) : begun;

  const dropGone = useEffectEvent(() => {
    const mine = ownDraft(store.get(), cartId);
    if (mine && fitted(mine) !== mine) save(fitted(mine));
  });
  useEffect(() => {
    const mine = ownDraft(store.get(), cartId);
    if (!mine) {
      const fresh = freshDraft(userInfo, countryCode, givenZipCode.get());
      save({ cartId, owner: userInfo?.id, way: atTheBeginning, draft: fresh });
    } else if (mine.owner === undefined && userInfo) {
      const filled = fillDraft(mine.draft, userInfo, countryCode);
      save({ ...mine, owner: userInfo.id, draft: filled });
    }
    dropGone();
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
    /** @param line of which one: undefined for the first */
    save: (part: Partial<Draft>, line?: string) =>
      change((now) => ({ ...now, draft: withLine(now.draft, line, part) })),
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

/** The keys of the lines that this tab went to the bank with. */
export function orderedLines(cartId: string): readonly string[] | undefined {
  const mine = ownDraft(store.get(), cartId);
  if (mine?.way.shown !== 'pay') return undefined;
  return mine.way.passed ?? [mine.way.first ?? FIRST_LINE];
}

/** After the payment of its cart. The page that still shows the draft drops it when it goes. */
export function forgetDraft(cartId: string, when: 'with the page' | 'now'): void {
  if (store.get()?.cartId !== cartId) return;
  over = cartId;
  writeSavedCheckout(undefined);
  if (when === 'now') store.set(undefined);
}
