import { writeTab } from '../api/storage.ts';

/** Public, plain, and nobody wonders about it. */
export const AWAY = 'https://www.weather.gov';
const SOON_MS = 1500;
const TIMES = 3;

/** Nothing of the page is left to see, and nothing of it is behind the back button. */
export function leaveAtOnce(go: (url: string) => void): void {
  document.title = '';
  document.documentElement.replaceChildren();
  go(AWAY);
}

/** Shift by itself, three times. @returns stops listening */
export function watchShift(leave: () => void): () => void {
  let pressed: number[] = [];
  let isAlone = false;
  const down = ({ key, repeat }: KeyboardEvent) => {
    if (key === 'Shift') isAlone ||= !repeat;
    else {
      // A capital letter is being typed.
      isAlone = false;
      pressed = [];
    }
  };
  const up = ({ key, timeStamp }: KeyboardEvent) => {
    if (key !== 'Shift' || !isAlone) return;
    isAlone = false;
    pressed = [...pressed, timeStamp].filter((at) => timeStamp - at <= SOON_MS);
    if (pressed.length >= TIMES) leave();
  };
  addEventListener('keydown', down, true);
  addEventListener('keyup', up, true);
  return () => {
    removeEventListener('keydown', down, true);
    removeEventListener('keyup', up, true);
  };
}

/** The tab remembers how far its pages were scrolled (scroll-memory.ts), by their addresses. */
export function forgetOnLeaving(): () => void {
  const forget = () => writeTab('scrolled', null);
  addEventListener('pagehide', forget);
  return () => removeEventListener('pagehide', forget);
}
