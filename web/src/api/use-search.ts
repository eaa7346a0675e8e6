import { useLocation } from 'react-router';
import { useAwake } from './store.ts';

/**
 * For links that keep the query. Empty in the first render: cached pages must not hold one
 * visitor's query.
 */
export function useSearch(): string {
  const { search } = useLocation();
  return useAwake() ? search : '';
}
