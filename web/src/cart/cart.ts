import type { Plan } from '@portside/contract/plans';
import { newId } from '../api/new-id.ts';
import { readKey, watchKey, writeKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';

/** The id is in quote and order, so that two tabs make one order (C03). */
export interface Cart {
  readonly id: string;
  readonly item: Plan;
  /** Of the first line, where it was a further one before. */
  readonly key?: string | undefined;
  /** The plans of further lines, where the brand sells several at once (P03); never empty. */
  readonly more?: readonly FurtherLine[] | undefined;
  /** English by default. */
  readonly language?: string | undefined;
}

export interface FurtherLine {
  /** Its own, as long as it is in the cart. */
  readonly key: string;
  readonly item: Plan;
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

/** What is done with single lines is in cart-lines.ts: this file is in every page. */
export const cart = {
  get: () => store.get().cart,
  /** A new item is a new cart. */
  add(item: Plan): Cart {
    const { lang: language } = document.documentElement;
    const next = { id: newId(), item, language };
    save(next);
    return next;
  },
  save,
  clear: () => save(undefined),
};

/**
 * Reads the stored cart (C04) and follows other tabs. Once, before the first render. @param lines
 * that the brand sells at once
 */
export function startCart(lines = 1): () => void {
  const read = () => store.set({ known: true, cart: readCart(readKey(KEY), lines) });
  read();
  return watchKey(KEY, read);
}

function save(next: Cart | undefined) {
  writeKey(KEY, next ? JSON.stringify(next) : null);
  store.set({ known: true, cart: next });
}

/** Without what is unreadable, or more than the brand sells; empty when nothing is left. */
function readCart(stored: string | null, most: number): Cart | undefined {
  try {
    const { id, more, language, ...line } = JSON.parse(stored ?? '') as Cart;
    const [first, ...others] = [line, more ?? []].flat().filter(isReadable).slice(0, most);
    return typeof id === 'string' && first
      ? { id, ...first, more: others[0] && (others as FurtherLine[]), language }
      : undefined;
  } catch {
    return undefined;
  }
}

const isReadable = (line: Pick<Cart, 'item'> | null) =>
  typeof line?.item?.id === 'string' &&
  typeof line.item.retailName === 'string' &&
  typeof line.item.retailDescription === 'string' &&
  typeof line.item.retailPrice === 'number';
