import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { rememberedEmail } from '../api/session.ts';
import { typedEmail } from '../api/way-back.ts';

/**
 * Fills in the address that was typed on the page before, else that of the last login: after the
 * first render, for the server cannot know it.
 * @param which where somebody gives an address for the first time, the last login's is not theirs
 */
export function useRememberedEmail(
  fill: (name: 'email', value: string) => void,
  which: 'typed or remembered' | 'typed' = 'typed or remembered',
): void {
  const { state } = useLocation();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const remembered = which === 'typed' ? '' : rememberedEmail.read();
    const known = typedEmail(state) || remembered;
    if (known) fill('email', known);
  }, [fill, state, which]);
}
