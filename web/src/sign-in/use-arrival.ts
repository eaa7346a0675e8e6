import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session, useSession } from '../api/session.ts';
import { wayBack } from '../api/way-back.ts';
import { dropPasskeyOffer, offerPasskey } from './passkey-offer.ts';

export type Way = 'registration' | 'password' | 'code' | 'passkey';

/**
 * What happens once somebody is logged in, here or in another tab: back to where the guard found
 * them (A21), or to the dashboard. `waits` for another login than the one that is there. Who came in without a passkey is offered one there.
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
    // Logged in already: it is another login that is waited for.
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
