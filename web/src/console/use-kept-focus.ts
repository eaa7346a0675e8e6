import { type RefObject, useEffect } from 'react';

const stops = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]';

/**
 * What was pressed may go with its work: an approved row, a button that becomes another, a page that was
 * left. The keyboard then goes on beside it, and not at the top of the window.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    let around: { box: Element; place: number }[] = [];
    let isCovered = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function remember({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement) || !main.current?.contains(target)) return;
      last = target;
      around = [];
      for (let one: Element = target; one !== main.current && one.parentElement;) {
        const box: Element = one.parentElement;
        around.push({ box, place: [...box.children].indexOf(one) });
        one = box;
      }
    }

    function look() {
      const hadDialog = isCovered;
      isCovered = document.querySelector('[role=dialog]') !== null;
      if (isCovered || document.activeElement !== document.body || !last) return;
      if (last.isConnected) {
        // One dialog followed another, which has given the focus back to the first.
        if (hadDialog) last.focus();
        return;
      }
      const left = around.find(({ box }) => box.isConnected);
      const beside = left && besideIn(left.box, left.place);
      (beside ?? main.current)?.focus({ preventScroll: beside === undefined });
    }

    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [main]);
}

/** The next row of a list, or the button that came in place of another. */
function besideIn(box: Element, place: number): HTMLElement | undefined {
  if (box.id === 'main' || box.matches('section')) return undefined;
  const next = box.children[Math.min(place, box.children.length - 1)];
  if (next instanceof HTMLElement && next.matches(`tr, ${stops}`)) return next;
  return box.querySelector<HTMLElement>(stops) ?? undefined;
}
