import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const part = createStore<string | undefined>(undefined);

/** Names the part of the page that is shown: a section, a step. It goes with the component. */
export function useTitlePart(name: string | undefined): void {
  useEffect(() => {
    part.set(name);
    return () => part.set(undefined);
  }, [name]);
}

/** The page's title (A24), with the part that is shown in front of it. */
export function usePageTitle(title: string): string {
  const name = useStore(part, undefined);
  return name ? `${name} | ${title}` : title;
}
