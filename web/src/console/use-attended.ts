import { useEffect, useState } from 'react';

const AWAY_AFTER = 5 * 60_000;

/** How often a queue that colleagues work on is asked for again. */
export const QUEUE_EVERY_MS = 60_000;

/** A screen that asks by itself stops where nobody is: each call would keep the session alive. */
export function useAttended(): boolean {
  const [isHere, setHere] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setHere(false), AWAY_AFTER);
    function come() {
      clearTimeout(timer);
      timer = setTimeout(() => setHere(false), AWAY_AFTER);
      setHere(true);
    }
    const signs = ['pointerdown', 'keydown', 'focus'] as const;
    for (const sign of signs) addEventListener(sign, come, true);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, come, true);
    };
  }, []);
  return isHere;
}
