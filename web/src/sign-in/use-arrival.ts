import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session, useSession } from '../api/session.ts';
import { wayBack } from '../api/way-back.ts';
import { dropPasskeyOffer, offerPasskey } from './passkey-offer.ts';

type Way = 'registration' | 'password' | 'code' | 'passkey';

/**
 * What happens once somebody is logged in, here or in another tab: back to where the guard found
 * them (A21), or to the dashboard. Who came in without a passkey is offered one there.
 */
export function useArrival(): { signIn: (token: string, by: Way) => void } {
  const here = useLocation();
  const navigate = useNavigate();
  const { isLoggedIn } = useSession();
  useEffect(() => {
    if (isLoggedIn && session.opensProtectedPages())
      void navigate(wayBack(here), { replace: true });
  }, [isLoggedIn, here, navigate]);
  return {
    signIn(token, by) {
      if (by === 'passkey') dropPasskeyOffer();
      else offerPasskey();
      session.signIn(token);
    },
  };
}
