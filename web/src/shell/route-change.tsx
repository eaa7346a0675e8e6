import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { usePageTitle } from '../api/page-title.ts';

/**
 * A navigation starts at the top (A23), to the same page too, with the focus on the heading, unless the
 * page has focused a field. Back and forward restore the position; nothing moves from section to section of
 * the dashboard (A22), but a line's pages are pages. The new title is announced.
 */
export function RouteChange({ title }: { title: string }) {
  const { pathname, search, hash, key, state } = useLocation();
  const type = useNavigationType();
  const before = useRef({ pathname, search, key });
  const says = state !== null;
  useEffect(() => {
    const was = before.current;
    const moved = was.pathname !== pathname;
    const within = isSection(pathname) && isSection(was.pathname);
    before.current = { pathname, search, key };
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target && type !== NavigationType.Pop) {
      target.scrollIntoView();
      focusOn(target);
      return;
    }
    const isAgain =
      was.key !== key && was.search === search && !says && type !== NavigationType.Pop;
    if (!moved && isAgain && !pathname.includes('dashboard')) scrollTo(0, 0);
    if (!moved || within) return;
    if (type !== NavigationType.Pop) scrollTo(0, 0);
    const main = document.getElementById('main');
    if (main?.contains(document.activeElement) && isField(document.activeElement)) return;
    focusOn(main?.querySelector('h1') ?? main);
  }, [pathname, search, hash, key, says, type]);
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

const isSection = (path: string) => path.includes('dashboard') && !path.includes('/lines/');

const isField = (element: Element | null) => element instanceof HTMLInputElement;

function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
