import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * A secret from a link: undefined in the first render, '' if absent. Removed from the address at
 * once, so that history, screenshots and referrers do not have it.
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
