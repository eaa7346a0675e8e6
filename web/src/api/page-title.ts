import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const part = createStore<string | undefined>(undefined);

/** A section or step, for the page's title. */
export function useTitlePart(name: string | undefined): void {
  useEffect(() => {
    part.set(name);
    return () => part.set(undefined);
  }, [name]);
}

/** A24. */
export function usePageTitle(title: string): string {
  const name = useStore(part, undefined);
  return name ? `${name} | ${title}` : title;
}
