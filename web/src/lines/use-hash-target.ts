import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * A heading that an address leads to, such as `#end`: the page is there before the line is, so the
 * browser finds no such place by itself.
 */
export function useHashTarget(wanted: string, place: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== wanted) return;
    place.current?.scrollIntoView?.({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [hash, key, wanted, place]);
}
