/** Null where storage is forbidden. */
export function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeKey(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or forbidden.
  }
}

/** Another tab changed the key, or may have while the browser kept this page as it was. */
export function watchKey(key: string, changed: () => void): () => void {
  const listen = (event: Partial<StorageEvent & PageTransitionEvent>) => {
    if (event.persisted || event.key === key || event.key === null) changed();
  };
  addEventListener('storage', listen);
  addEventListener('pageshow', listen);
  return () => {
    removeEventListener('storage', listen);
    removeEventListener('pageshow', listen);
  };
}

/** Before each key of ours in session storage. */
export const TAB = 'portside:';

/** One tab's session storage. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(TAB + key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(TAB + key);
    else sessionStorage.setItem(TAB + key, value);
  } catch {
    // Full or forbidden.
  }
}
