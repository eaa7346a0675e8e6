import { CallFailed } from '@portside/contract/call';
import { logout } from '@portside/contract/sign-in';
import { useState } from 'react';
import { forgetPerson } from '../api/forget-person.ts';
import { isOffline } from '../api/online.ts';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { leaving } from './leaving.ts';

/** Longer than most answers take; a browser must not stay logged in because nobody answers. */
const WAIT_MS = 3000;

const isAnswer = (error: unknown) => error instanceof CallFailed && error.transport !== 'network';

/** Ends the session here in any case. The guard then leads the protected pages home. */
export function useLogOut() {
  const call = useCall();
  const [loading, setLoading] = useState(false);
  async function logOut() {
    setLoading(true);
    // A call that finds the session over is no expiry either.
    leaving.begin(session.token());
    let timer;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(!isOffline()), WAIT_MS);
    });
    const told = call(logout, {}, { quiet: true }).then(() => true, isAnswer);
    const heard = await Promise.race([told, late]);
    clearTimeout(timer);
    // The token may be another one by now.
    leaving.begin(session.token(), heard);
    forgetPerson();
    setLoading(false);
  }
  return { loading, logOut };
}
