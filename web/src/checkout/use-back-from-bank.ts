import { type Dispatch, type SetStateAction, useEffect } from 'react';

/** Left the bank's page by Back, to a page restored from the cache: what was under way is over. */
export function useBackFromBank<State extends { readonly kind: string }>(
  setState: Dispatch<SetStateAction<State | { readonly kind: 'idle' }>>,
): void {
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) =>
      persisted &&
      setState((now) => (now.kind === 'leaving' || now.kind === 'paying' ? { kind: 'idle' } : now));
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, [setState]);
}
