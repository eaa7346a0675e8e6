import type { UserInfo } from '@portside/contract/account';
import { closeFailures } from './notifications.ts';
import { readKey, watchKey, writeKey } from './storage.ts';
import { createStore, useStore } from './store.ts';
import { isFresh, subjectOf } from './token.ts';

/**
 * Who is logged in (F01 to F04). The specification's global state (F06) is spread over small
 * stores: `isLoggedIn`, `userInfo` and `email` live here, `notifications` in notifications.ts,
 * `cart` in cart/cart.ts, `products` and `plans` in the loaders of shop and home, `cards`,
 * `mid` in browser-name.ts, `otpInfo` in the history entry of the login (sign-in/pending-code.ts),
 * `accountId`, `itemDetails`, `portIn`, `tac` and `message` with the calls of the screens that show
 * them; `pop` is private to its screen.
 */
export interface Session {
  /** False on the server and in the first render: nobody has looked into local storage yet. */
  readonly known: boolean;
  readonly isLoggedIn: boolean;
  readonly userInfo: UserInfo | undefined;
}

const unknown: Session = { known: false, isLoggedIn: false, userInfo: undefined };
const nobody: Session = { known: true, isLoggedIn: false, userInfo: undefined };
const store = createStore<Session>(unknown);

let token: string | undefined;
let viewer: (() => Promise<UserInfo>) | undefined;

export function useSession(): Session {
  return useStore(store, unknown);
}

/** A carrier's employee who looks at the customer's account (A16): may look, and change little. */
export function useIsAgent(): boolean {
  return useSession().userInfo?.agent !== undefined;
}

export const session = {
  get: store.get,
  token: () => token,
  /** Whose session it is, before the server has told more of them. */
  person: () => store.get().userInfo?.id ?? subjectOf(token),
  /** F02: the stored token's decoded expiry is still in the future. */
  opensProtectedPages: () => isFresh(token),
  /** After register and every way of logging in. */
  signIn: (next: string) => {
    writeKey('token', next);
    closeFailures();
    setToken(next);
  },
  /** The account from before went over into the one they had: what they typed is theirs still. */
  join: (next: string, before: string | undefined) => {
    writeKey('joined', JSON.stringify([before, subjectOf(next)]));
    session.signIn(next);
  },
  /** Whether what this account typed is the person's own: it is theirs, or went over into theirs. */
  isOwn: (account: string) => {
    const person = session.person();
    if (person === undefined || account === person) return true;
    return readKey('joined') === JSON.stringify([account, person]);
  },
  /** At logout, and at a 401 on any call (F03). */
  end: () => {
    const stored = readKey('token');
    // Another tab has logged in meanwhile: what is over is the login before.
    if (token !== undefined && stored !== null && stored !== token) return setToken(stored);
    writeKey('token', null);
    writeKey('joined', null);
    setToken(undefined);
  },
  /** Asks for the user again: after a change of name, address, e-mail or phone. */
  refresh: async () => {
    const asked = token;
    if (asked === undefined || !viewer) return;
    try {
      const userInfo = await viewer();
      // Another token came meanwhile: this answer is not about its owner.
      if (asked === token) store.set({ known: true, isLoggedIn: true, userInfo });
    } catch {
      // The call has told it; a session that is over has been ended by it.
    }
  },
};

/** Takes up the stored token (F01) and follows other tabs. Called once, before the first render. */
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

/** The address typed at the last login (F04). */
export const rememberedEmail = {
  read: () => readKey('email') ?? '',
  write: (email: string) => writeKey('email', email),
};
