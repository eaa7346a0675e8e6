import { logout } from '@portside/contract/sign-in';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { forgetTab } from '../api/storage.ts';
import { useCall } from '../api/use-call.tsx';

/**
 * Leaves the page before the session ends: its calls would get a 401, which the guard takes for an
 * expiry.
 */
export function useLogOut() {
  const call = useCall();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [loading, setLoading] = useState(false);
  async function logOut() {
    setLoading(true);
    // At once: until the page is gone the guard would lead it to the login.
    if (pathname !== '/') await navigate('/', { flushSync: true });
    // Logged out here in any case.
    await call(logout, {}).catch(() => undefined);
    session.end();
    forgetTab();
    setLoading(false);
  }
  return { loading, logOut };
}
