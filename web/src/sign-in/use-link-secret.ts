import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * What the link of an email or of the CRM brought: undefined until it is looked at (the server's
 * page is the same for everybody), '' if it brought nothing. It leaves the address bar at once, and
 * with it history, screenshots and what pages tell others of where they were.
 */
export function useLinkSecret(parameter: 'token' | 'ticket'): string | undefined {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    setSecret(new URLSearchParams(search).get(parameter) ?? '');
    if (search) void navigate(pathname, { replace: true });
  }, [parameter, pathname, search, navigate]);
  return secret;
}
