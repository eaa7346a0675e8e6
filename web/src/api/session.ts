import type { UserInfo } from '@portside/contract/account';
import { closeFailures } from './notifications.ts';
import { readKey, watchKey, writeKey } from './storage.ts';
import { createStore, useStore } from './store.ts';
import { isFresh, subjectOf } from './token.ts';

/**
 * Who is logged in (F01 to F04). The specification's global state (F06) is spread: `notifications`
 * in notifications.ts, `cart` in cart/cart.ts, `mid` in browser-name.ts, `otpInfo` in
 * sign-in/pending-code.ts, `products` and `plans` in route loaders, the rest with the screens that
 * show it.
 */
export interface Session {
  /** False on the server and in the first render. */
  readonly known: boolean;
  readonly isLoggedIn: boolean;
  readonly userInfo: UserInfo | undefined;
}

const unknown: Session = { known: false, isLoggedIn: false, userInfo: undefined };
const nobody: Session = { known: true, isLoggedIn: false, userInfo: undefined };
const store = createStore<Session>(unknown);

let token: string | undefined;
let viewer: (() => Promise<UserInfo>) | undefined;
/** Views that were asked for, and the newest that was answered. */
let asks = 0;
let answered = 0;

export function useSession(): Session {
  return useStore(store, unknown);
}

/** A carrier's employee in the customer's account (A16). */
export function useIsAgent(): boolean {
  return useSession().userInfo?.agent !== undefined;
}

export const session = {
  get: store.get,
  token: () => token,
  /** Known before the server answers. */
  person: () => store.get().userInfo?.id ?? subjectOf(token),
  /** The token's expiry is in the future (F02). */
  opensProtectedPages: () => isFresh(token),
  /** After registering or logging in. */
  signIn: (next: string) => {
    writeKey('token', next);
    closeFailures();
    setToken(next);
  },
  /** The account was joined with the owner's: drafts stay theirs. */
  join: (next: string, before: string | undefined) => {
    writeKey('joined', JSON.stringify([before, subjectOf(next)]));
    session.signIn(next);
  },
  /** True for joined accounts too. */
  isOwn: (account: string) => {
    const person = session.person();
    if (person === undefined || account === person) return true;
    return readKey('joined') === JSON.stringify([account, person]);
  },
  /** On any 401 (F03). Who leaves for good is forgotten, too (forget-person.ts). */
  end: () => {
    const stored = readKey('token');
    // Another tab has logged in since.
    if (token && stored && stored !== token) return setToken(stored);
    writeKey('token', null);
    writeKey('joined', null);
    writeKey('lines', null);
    setToken(undefined);
  },
  refresh: async () => {
    const asked = token;
    if (!asked || !viewer) return;
    asks += 1;
    const order = asks;
    try {
      const userInfo = await viewer();
      // The token has changed since, or a later view is there.
      if (asked !== token || order < answered) return;
      answered = order;
      store.set({ known: true, isLoggedIn: true, userInfo });
    } catch {
      // The call has reported it.
    }
  },
};

/** Reads the stored token (F01) and follows other tabs. Once, before the first render. */
export function startSession(view: () => Promise<UserInfo>): () => void {
  viewer = view;
  const read = () => setToken(readKey('token') ?? undefined);
  read();
  return watchKey('token', read);
}

function setToken(next: string | undefined) {
  if (next === token && store.get().known) return;
  token = next;
  store.set(next === undefined ? nobody : { known: true, isLoggedIn: true, userInfo: undefined });
  void session.refresh();
}

/** F04. */
export const rememberedEmail = {
  read: () => readKey('email') ?? '',
  write: (email: string) => writeKey('email', email),
};
