import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * A heading that an address leads to, such as `#end`: the page is there before the line is, so the
 * browser finds no such place by itself.
 */
export function useHashTarget(wanted: string) {
  const place = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== wanted) return;
    place.current?.scrollIntoView?.({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [hash, key, wanted]);
  return place;
}
