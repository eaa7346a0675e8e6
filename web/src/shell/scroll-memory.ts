import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { readTab, writeTab } from '../api/storage.ts';

const KEY = 'scrolled';
/** What comes late makes the page taller; after this it stays where it is. */
const WAIT_MS = 3000;
/** Entries of one tab. */
const MOST = 50;

let places = new Map<string, number>();
let current = '';
let stopWaiting: (() => void) | undefined;

/** Back, forward and a reload find the page where it was left, also when its content comes late. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => startMemory(), []);
  useLayoutEffect(() => {
    stopWaiting?.();
    const isFirst = current === '';
    // A page that was loaded anew has no key of its own.
    current = `${key} ${pathname}`;
    const wanted = places.get(current);
    if (type !== NavigationType.Pop || wanted === undefined) return;
    if (isFirst && !comesBack()) return;
    scrollToPlace(wanted);
  }, [key, pathname, type]);
}

function startMemory(): () => void {
  history.scrollRestoration = 'manual';
  places = new Map(readPlaces());
  const note = () => {
    if (!stopWaiting) places.set(current, Math.round(scrollY));
  };
  const save = () => writeTab(KEY, JSON.stringify([...places].slice(-MOST)));
  addEventListener('scroll', note, { passive: true });
  addEventListener('pagehide', save);
  return () => {
    stopWaiting?.();
    current = '';
    removeEventListener('scroll', note);
    removeEventListener('pagehide', save);
  };
}

function readPlaces(): [string, number][] {
  try {
    return JSON.parse(readTab(KEY) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function comesBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

/** Until the page is tall enough, unless the customer moves it first. */
function scrollToPlace(wanted: number): void {
  const go = () => {
    scrollTo({ top: wanted, behavior: 'instant' });
    if (Math.abs(scrollY - wanted) <= 1) stopWaiting?.();
  };
  const grown = new ResizeObserver(go);
  const timer = setTimeout(() => stopWaiting?.(), WAIT_MS);
  const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
  const stop = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const move of moves) removeEventListener(move, stop);
    stopWaiting = undefined;
  };
  stopWaiting = stop;
  for (const move of moves) addEventListener(move, stop, { passive: true });
  grown.observe(document.body);
  go();
}
