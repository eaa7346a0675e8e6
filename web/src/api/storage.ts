/** Local storage, where a browser that forbids it is one that remembers nothing. */
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
    // Full or forbidden: the page works on without the memory.
  }
}

/** Tells when another tab changed the key (or emptied the storage). */
export function watchKey(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

const TAB = 'portside:';

/** Session storage: what one tab remembers, through a reload and a detour to another site. */
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
    // Full or forbidden: the page works on without the memory.
  }
}

/** At logout: the next person at this browser finds nothing of it. */
export function forgetTab(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at));
    for (const key of keys) if (key?.startsWith(TAB)) sessionStorage.removeItem(key);
  } catch {
    // Forbidden: there is nothing.
  }
}
