import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { session, useSession } from '../api/session.ts';
import { ProofPanel } from '../sign-in/proof-panel.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import type { WayBack } from '../api/way-back.ts';

/**
 * Guard of protected pages (A21, F02), which only browsers render. A session that ends leads to the
 * login with the way back (F03).
 */
export function Component() {
  const { known } = useSession();
  const here = useLocation();
  if (!known) return <SpinnerPage />;
  const token = session.token();
  if (!session.opensProtectedPages()) {
    const state: WayBack = { back: here.pathname + here.search + here.hash };
    return <Navigate replace state={state} to="/login" />;
  }
  return <Members key={token} />;
}

/** A new cache for each login. */
function Members() {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <ProofPanel>
        <Suspense fallback={<SpinnerPage />}>
          <Outlet />
        </Suspense>
      </ProofPanel>
    </QueryClientProvider>
  );
}
