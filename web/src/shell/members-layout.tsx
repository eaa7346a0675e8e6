import { QueryClientProvider } from '@tanstack/react-query';
import { takesPayments } from '@portside/contract/paying-pages';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { usePage } from '../api/page.tsx';
import { pageQueries } from '../api/page-queries.ts';
import { session, useSession } from '../api/session.ts';
import { useHomeScreen } from '../home-screen/use-home-screen.ts';
import { leaving } from '../sign-in/leaving.ts';
import { LoggedOutPanel } from '../sign-in/logged-out-panel.tsx';
import { ProofPanel } from '../sign-in/proof-panel.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import type { WayBack } from '../api/way-back.ts';

/**
 * Guard of protected pages (A21, F02), which only browsers render. A session that ends leads to the
 * login with the way back (F03), one that is logged out leads home where there is a network.
 */
export function Component() {
  const { known } = useSession();
  useHomeScreen();
  const here = useLocation();
  const { askToPay } = usePage();
  const token = session.token();
  const opens = session.opensProtectedPages();
  /** The last that opened these pages. */
  const [opened, setOpened] = useState<string>();
  if (opens && token !== opened) setOpened(token);
  if (!known) return <SpinnerPage />;
  if (!opens) {
    if (leaving.is(opened)) {
      return leaving.isHeard() ? <RedirectPage key={here.key} to="/" /> : <LoggedOutPanel />;
    }
    const state: WayBack = { back: here.pathname + here.search + here.hash };
    return <RedirectPage state={state} to="/login" />;
  }
  if (askToPay && takesPayments(here.pathname)) return <PayingDocument ask={askToPay} />;
  return <Members key={token} />;
}

/** The entry of the history keeps what the page is told. */
function PayingDocument({ ask }: { ask: () => void }) {
  useEffect(() => {
    ask();
  }, [ask]);
  return <SpinnerPage />;
}

/** A new cache for each login. */
function Members() {
  const [client] = useState(() => pageQueries({ staleTime: 10_000, refetchOnWindowFocus: false }));
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
