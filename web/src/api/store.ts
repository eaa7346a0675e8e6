import { useSyncExternalStore } from 'react';

/** A value of the browser that components follow. */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Follows a store. The server and the first render of the browser see `onServer`, so that both
 * write the same page; what only the browser knows comes with the render after it.
 */
export function useStore<Value>(store: Store<Value>, onServer: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer);
}

const inBrowser = createStore(true);

/** False on the server and in the first render of the browser, as what a store has is. */
export function useAwake(): boolean {
  return useStore(inBrowser, false);
}
