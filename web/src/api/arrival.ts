import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

interface Entry {
  readonly key?: string;
  readonly usr?: Readonly<Record<string, unknown>> | null;
}

/**
 * What the page before left in the history entry under this name, for this arrival alone: a reload
 * and Back find nothing. Undefined when nothing was left.
 */
export function useArrival(name: string): unknown {
  const { state, key } = useLocation() as {
    state: Readonly<Record<string, unknown>> | null;
    key: string;
  };
  const left = state?.[name];
  // With the page, before anybody can leave it.
  useLayoutEffect(() => {
    const entry = history.state as Entry | null;
    if (left === undefined || entry?.key !== key || !entry.usr) return;
    const { [name]: _read, ...rest } = entry.usr;
    history.replaceState({ ...entry, usr: Object.keys(rest).length > 0 ? rest : null }, '');
  }, [left, name, key]);
  return left;
}
