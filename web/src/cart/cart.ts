import type { Plan } from '@portside/contract/plans';
import { newId } from '../api/new-id.ts';
import { readKey, watchKey, writeKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';

/** The id is in quote and order, so that two tabs make one order (C03). */
export interface Cart {
  readonly id: string;
  readonly item: Plan;
  /** English by default. */
  readonly language?: string;
}

/** `known` is false on the server and in the first render. */
interface CartState {
  readonly known: boolean;
  readonly cart: Cart | undefined;
}

const KEY = 'cart';
const unknown: CartState = { known: false, cart: undefined };
const store = createStore<CartState>(unknown);

export function useCart(): CartState {
  return useStore(store, unknown);
}

export const cart = {
  get: () => store.get().cart,
  /** A new item is a new cart. */
  add(item: Plan): Cart {
    const { lang: language } = document.documentElement;
    const next = { id: newId(), item, ...(language && { language }) };
    save(next);
    return next;
  },
  reword({ id, retailDescription }: Plan, language: string) {
    const { cart: held } = store.get();
    if (held?.item.id === id)
      save({ ...held, item: { ...held.item, retailDescription }, language });
  },
  remove(planId: string) {
    if (store.get().cart?.item.id === planId) save(undefined);
  },
  clear: () => save(undefined),
};

/** Reads the stored cart (C04) and follows other tabs. Once, before the first render. */
export function startCart(): () => void {
  const read = () => store.set({ known: true, cart: readCart(readKey(KEY)) });
  read();
  return watchKey(KEY, read);
}

function save(next: Cart | undefined) {
  writeKey(KEY, next ? JSON.stringify(next) : null);
  store.set({ known: true, cart: next });
}

/** Empty when unreadable. */
function readCart(stored: string | null): Cart | undefined {
  try {
    const cart = JSON.parse(stored ?? 'null') as Partial<Cart> | null;
    const { id, item, language } = cart ?? {};
    const whole =
      typeof id === 'string' &&
      typeof item?.id === 'string' &&
      typeof item.retailName === 'string' &&
      typeof item.retailDescription === 'string' &&
      typeof item.retailPrice === 'number';
    return whole ? { id, item, ...(language && { language }) } : undefined;
  } catch {
    return undefined;
  }
}
