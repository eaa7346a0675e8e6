import { useEffect, useState } from 'react';

const AWAY_AFTER = 5 * 60_000;

/** How often a queue that colleagues work on is asked for again. */
export const QUEUE_EVERY_MS = 60_000;

/** Often enough for a conversation. */
export const CHAT_EVERY_MS = 10_000;

/**
 * For `refetchInterval`, which itself pauses while the tab is hidden. A screen that asks by itself stops
 * where nobody is: each call would keep the session alive.
 */
export function useEvery(ms: number | undefined): number | false {
  const isHere = useAttended();
  return ms !== undefined && isHere && ms;
}

function useAttended(): boolean {
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
