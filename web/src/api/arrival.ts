import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * What the page before says to this one, such as "it is paid". It is said once: a reload, and coming
 * back to the page, do not say it again.
 */
export function useArrival<Word extends string>(
  ...words: readonly Word[]
): Partial<Record<Word, unknown>> {
  const { state, key } = useLocation();
  const names = words.join();
  useEffect(() => {
    // The router keeps a page's state there, and looks at it again when somebody comes back.
    const entry = history.state as { usr?: Record<string, unknown> | null } | null;
    if (!entry?.usr) return;
    const rest = Object.entries(entry.usr).filter(([name]) => !names.split(',').includes(name));
    history.replaceState({ ...entry, usr: Object.fromEntries(rest) }, '');
  }, [key, names]);
  return (state ?? {}) as Partial<Record<Word, unknown>>;
}
