import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { usePageTitle } from '../api/page-title.ts';

/**
 * A navigation starts at the top (A23) with the focus on the heading, unless the page has focused a
 * field. Back and forward restore the position; nothing moves within the dashboard (A22). The new
 * title is announced.
 */
export function RouteChange({ title }: { title: string }) {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    const moved = before.current !== pathname;
    const within = pathname.includes('dashboard') && before.current.includes('dashboard');
    before.current = pathname;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target && type !== NavigationType.Pop) {
      target.scrollIntoView();
      focusOn(target);
      return;
    }
    if (!moved || within) return;
    if (type !== NavigationType.Pop) scrollTo(0, 0);
    const main = document.getElementById('main');
    if (main?.contains(document.activeElement) && isField(document.activeElement)) return;
    focusOn(main?.querySelector('h1') ?? main);
  }, [pathname, hash, key, type]);
  return (
    <span aria-live="polite" className="sr-only" data-arrived>
      {useArrived(usePageTitle(title))}
    </span>
  );
}

/** Empty until the title changes: browsers read the first one. */
function useArrived(title: string): string {
  const [first] = useState(title);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (title !== first) setMoved(true);
  }, [title, first]);
  return moved ? title : '';
}

const isField = (element: Element | null) => element instanceof HTMLInputElement;

function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
