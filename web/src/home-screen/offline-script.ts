import { dateAlone, dateAndTime } from '@portside/contract/formats';
import { readSeenLines, type SeenLine, type SeenLines } from '../lines/seen-lines.ts';

/** A network that is said to be back often takes a moment more. */
const SOON_MS = 2000;
const LONGEST_MS = 30_000;

/**
 * Fills in the offline page, and leaves it once the server is reached (offline-page.tsx). @param
 * reach whether it is
 */
export function runOfflinePage(
  reload: () => void,
  reach: () => Promise<boolean>,
  now: () => number,
): void {
  const { brand = '', timeZone = '', unreached = '' } = document.documentElement.dataset;
  const { lang } = document.documentElement;
  const title = place('[data-title]');
  const said = title.textContent ?? '';
  const none = place('[data-none]');
  const asOf = place('[data-as-of]');
  const asOfWords = asOf.textContent ?? '';
  const list = place('[data-lines]');
  const heading = place('[data-one]');
  const lines = heading.textContent;
  const pattern = place('template') as HTMLTemplateElement;

  showTitle();
  showLines();
  place('[data-again]').addEventListener('click', (event) => {
    event.preventDefault();
    reload();
  });
  let next: ReturnType<typeof setTimeout> | undefined;
  tryIn(SOON_MS);
  addEventListener('online', () => tryIn(0));
  addEventListener('offline', showTitle);
  // Another tab has logged out, or this page is shown again.
  addEventListener('storage', showLines);
  addEventListener('pageshow', showLines);

  function tryIn(wait: number) {
    clearTimeout(next);
    next = setTimeout(() => void attempt(wait), wait);
  }

  async function attempt(waited: number) {
    if (navigator.onLine && (await reach())) return reload();
    showTitle();
    tryIn(Math.min(Math.max(waited * 2, SOON_MS), LONGEST_MS));
  }

  function showTitle() {
    title.textContent = navigator.onLine ? unreached : said;
  }

  function showLines() {
    const seen = readSeenLines(brand, now());
    const isEmpty = !seen || seen.lines.length === 0;
    none.hidden = !isEmpty;
    asOf.hidden = isEmpty;
    list.hidden = isEmpty;
    heading.textContent = seen?.lines.length === 1 ? (heading.dataset.one ?? '') : lines;
    if (!seen || isEmpty) return list.replaceChildren();
    asOf.textContent = asOfWords.replace('{time}', dateAndTime(seen.at, timeZone, lang));
    list.replaceChildren(...seen.lines.map((line) => tileOf(line, seen)));
  }

  function tileOf(line: SeenLine, { at, language }: SeenLines): Node {
    const tile = document.importNode(pattern.content, true);
    const say = (name: string, words: string) => {
      const found = place(`[data-${name}]`, tile);
      found.textContent = words;
      found.hidden = words === '';
      return found;
    };
    say('number', line.number);
    say('nickname', line.nickname);
    say('plan', line.plan);
    say('state', line.state).lang = language;
    const { paidUntil } = line;
    place('[data-period]', tile).hidden = paidUntil === null;
    if (paidUntil !== null) {
      const words = place('[data-paid-until]').dataset;
      const isOver = Date.parse(paidUntil) < at;
      say('period-name', (isOver ? words.wasPaidUntil : words.paidUntil) ?? '');
      say('period-end', dateAlone(paidUntil, timeZone, lang));
    }
    return tile;
  }
}

/** @throws Error for a page that is not ours */
function place(selector: string, within: ParentNode = document): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The offline page has no ${selector}`);
  return found;
}
