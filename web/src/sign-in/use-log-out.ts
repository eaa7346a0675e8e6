import { logout } from '@portside/contract/sign-in';
import { useState } from 'react';
import { forgetTab } from '../api/forget-tab.ts';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { leaving } from './leaving.ts';

/** Longer than most answers take; a browser must not stay logged in because nobody answers. */
const WAIT_MS = 3000;

/** Ends the session here in any case. The guard then leads the protected pages home. */
export function useLogOut() {
  const call = useCall();
  const [loading, setLoading] = useState(false);
  async function logOut() {
    setLoading(true);
    // A call that finds the session over is no expiry either.
    leaving.begin(session.token());
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
    const told = call(logout, {}, { quiet: true }).catch(() => undefined);
    await Promise.race([told, late]);
    clearTimeout(timer);
    // The token may be another one by now.
    leaving.begin(session.token());
    session.end();
    forgetTab();
    setLoading(false);
  }
  return { loading, logOut };
}
