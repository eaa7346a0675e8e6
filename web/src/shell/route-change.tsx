import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { usePageTitle } from '../api/page-title.ts';

/**
 * After a navigation the page starts at its top (A23) and the focus at its heading, unless the page
 * has put it into a field of its own (the boxes of a code). Back and
 * forward keep the place where the reader was: the browser restores it. Who comes to the dashboard
 * is at its top too; among its paths nothing moves (A22). Where one has come to is said: the page's
 * title, or that of its section or step.
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

/** Nothing until the title changes: the first one is read by the browser itself. */
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
