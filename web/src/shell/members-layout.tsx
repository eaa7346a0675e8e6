import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { session, useSession } from '../api/session.ts';
import { ProofPanel } from '../sign-in/proof-panel.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import type { WayBack } from '../api/way-back.ts';

/**
 * The guard of protected pages (A21, F02), which exist in the browser only: the server sends the
 * spinner, for it knows nobody. A session that ends while one of them is open leads to the login
 * page as well, with the way back kept (F03). Server state is loaded here and nowhere else.
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

/** One for each login: who logs in after somebody else never sees an answer that was theirs. */
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
