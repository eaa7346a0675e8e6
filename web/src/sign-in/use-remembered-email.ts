import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { rememberedEmail } from '../api/session.ts';
import { typedEmail } from '../api/way-back.ts';

/**
 * The address typed on the page before, else the last login's; after the first render. @param which
 * a form for new addresses ignores the last login's
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
