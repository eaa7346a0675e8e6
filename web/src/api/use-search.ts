import { useLocation } from 'react-router';
import { useAwake } from './store.ts';

/**
 * The query of the address, for links that take it along. Empty on the server and in the first
 * render of the browser: a page that is kept for everybody must not have one visitor's query in it.
 */
export function useSearch(): string {
  const { search } = useLocation();
  return useAwake() ? search : '';
}
