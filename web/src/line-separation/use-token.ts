import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret of an email's link, after its `#`: no server and no referrer gets it, and it leaves the
 * address at once. Undefined where the address has none.
 */
export function useToken() {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const secret = hash.slice(1);
    // A place on the page is no secret.
    if (secret === '' || document.getElementById(secret)) return;
    setToken(secret.slice(0, 200));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return [token, setToken] as const;
}
