import { logout } from '@portside/contract/sign-in';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';

/**
 * Ends the session here and on the server and goes to the home page. The session ends only once
 * this page is gone: before that, the guard would take its end for an expiry and ask to log in.
 */
export function useLogOut() {
  const call = useCall();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [loading, setLoading] = useState(false);
  const leaving = useRef(false);
  useEffect(
    () => () => {
      if (leaving.current) session.end();
    },
    [pathname],
  );
  async function logOut() {
    setLoading(true);
    // A server that cannot be reached has been told of; the customer is logged out here anyway.
    await call(logout, {}).catch(() => undefined);
    if (pathname === '/') return session.end();
    leaving.current = true;
    await navigate('/');
  }
  return { loading, logOut };
}
