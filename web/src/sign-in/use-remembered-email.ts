import { useEffect, useRef } from 'react';
import { rememberedEmail } from '../api/session.ts';

/** Fills in the address of the last login: after the first render, for the server cannot know it. */
export function useRememberedEmail(fill: (name: 'email', value: string) => void): void {
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const known = rememberedEmail.read();
    if (known) fill('email', known);
  }, [fill]);
}
