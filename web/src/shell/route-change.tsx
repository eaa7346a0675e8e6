import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { usePageTitle } from '../api/page-title.ts';
import { useScrollMemory } from './scroll-memory.ts';

/**
 * A navigation starts at the top (A23) with the focus on the heading, unless the page has focused a
 * field or a note; the same address again goes to the top too. Back and forward restore the
 * position. The dashboard's sections stay where they are (A22), a line's pages are pages of their
 * own. The new title is announced.
 */
export function RouteChange({ title }: { title: string }) {
  const { pathname, search, hash, key, state } = useLocation();
  const type = useNavigationType();
  const address = pathname + search;
  const before = useRef({ pathname, address, key });
  useScrollMemory();
  useEffect(() => {
    const last = before.current;
    before.current = { pathname, address, key };
    const moved = last.pathname !== pathname;
    const within = isSection(pathname) && isSection(last.pathname);
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target && type !== NavigationType.Pop) {
      target.scrollIntoView();
      focusOn(target);
      return;
    }
    const again =
      last.address === address && last.key !== key && type === NavigationType.Replace && !state;
    if (again && !hash && !pathname.includes('dashboard')) scrollTo(0, 0);
    if (!moved || within) return;
    const main = document.getElementById('main');
    const isNote = main?.contains(document.activeElement) && hasRole(document.activeElement);
    if (type !== NavigationType.Pop && !isNote) scrollTo(0, 0);
    if (isNote || (main?.contains(document.activeElement) && isField(document.activeElement))) {
      return;
    }
    focusOn(main?.querySelector('h1') ?? main);
  }, [pathname, address, hash, key, state, type]);
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

/** Sections of the dashboard, and not a line's pages. */
const isSection = (path: string) => /\/dashboard(?!\/lines\/)/.test(path);

const hasRole = (element: Element | null) => element?.getAttribute('role') === 'status';
const isField = (element: Element | null) => element instanceof HTMLInputElement;

function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
