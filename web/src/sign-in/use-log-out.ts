import { logout } from '@portside/contract/sign-in';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { forgetTab } from '../api/storage.ts';
import { useCall } from '../api/use-call.tsx';

/**
 * Goes to the home page and ends the session there, on the server and here. The page is left first:
 * what it still asks for would be answered 401, and the guard would take that for an expiry.
 */
export function useLogOut() {
  const call = useCall();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [loading, setLoading] = useState(false);
  async function logOut() {
    setLoading(true);
    if (pathname !== '/') await navigate('/');
    // A server that cannot be reached has been told of; the customer is logged out here anyway.
    await call(logout, {}).catch(() => undefined);
    session.end();
    forgetTab();
    setLoading(false);
  }
  return { loading, logOut };
}
