import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session, useSession } from '../api/session.ts';
import { wayBack } from '../api/way-back.ts';
import { dropPasskeyOffer, offerPasskey } from './passkey-offer.ts';

export type Way = 'registration' | 'password' | 'code' | 'passkey';

/**
 * Leads on after a login, in this tab or another: to where the guard was (A21), or to the
 * dashboard. `waits`: for another login than the present one.
 */
export function useArrival({ waits = false } = {}): {
  signIn: (token: string, by: Way) => void;
} {
  const here = useLocation();
  const navigate = useNavigate();
  const { isLoggedIn, userInfo } = useSession();
  const [before] = useState(() => (waits ? session.token() : undefined));
  useEffect(() => {
    if (!isLoggedIn || !session.opensProtectedPages()) return;
    // The present login is not the one waited for.
    if (before !== undefined && session.token() === before) return;
    void navigate(wayBack(here), { replace: true });
  }, [isLoggedIn, userInfo, before, here, navigate]);
  return {
    signIn(token, by) {
      if (by === 'passkey') dropPasskeyOffer();
      else offerPasskey();
      session.signIn(token);
    },
  };
}
