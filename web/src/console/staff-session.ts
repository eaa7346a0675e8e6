import type { StaffMember } from '@portside/contract/console/staff';
import { readKey, watchKey, writeKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';
import { isFresh } from '../api/token.ts';

/** Of its own: whoever is logged in to the shop in this browser is somebody else here. */
const KEY = 'console-token';

interface StaffSession {
  readonly token: string | undefined;
  /** It ended without a press on "Log out". */
  readonly isOver: boolean;
}

const stored = () => {
  const token = readKey(KEY) ?? undefined;
  return isFresh(token) ? token : undefined;
};

const store = createStore<StaffSession>({ token: stored(), isOver: false });
watchKey(KEY, () => store.set({ token: stored(), isOver: false }));

export const useStaffSession = (): StaffSession => useStore(store, store.get());

export const staffSession = {
  token: () => store.get().token,
  open: ({ token }: { token: string; staff: StaffMember }) => {
    writeKey(KEY, token);
    store.set({ token, isOver: false });
  },
  end: (isOver: boolean) => {
    writeKey(KEY, null);
    store.set({ token: undefined, isOver });
  },
};
