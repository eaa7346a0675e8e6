import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What the page before said on the way here, once: a reload, or Back to this page, no longer has
 * it. Undefined without a word of that name.
 */
export function useArrival<Word>(name: string): Word | undefined {
  const { state, key } = useLocation() as {
    state: Readonly<Record<string, unknown>> | null;
    key: string;
  };
  const said = state?.[name] as Word | undefined;
  // A word that was said stays while the page does.
  const [kept, setKept] = useState({ key, said });
  if (kept.key !== key && said !== undefined) setKept({ key, said });
  useEffect(() => {
    if (said !== undefined) forget(name);
  }, [key, name, said]);
  return kept.said;
}

/** The router keeps a location's state in the history entry as `usr`; it is read at a load and at Back. */
function forget(name: string): void {
  const entry = history.state as { usr?: Record<string, unknown> | null } | null;
  if (!entry?.usr || !(name in entry.usr)) return;
  const { [name]: _told, ...usr } = entry.usr;
  history.replaceState({ ...entry, usr: Object.keys(usr).length > 0 ? usr : null }, '');
}
