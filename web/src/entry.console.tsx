import './console/console.css';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { notify } from './api/notifications.ts';
import { CallProvider } from './api/use-call.tsx';
import { consoleRoutes } from './console/console-routes.ts';
import { askForProof } from './console/proof-question.ts';
import { readShop, ShopProvider } from './console/shop.ts';
import { createStaffCall } from './console/staff-call.ts';
import { staffSession } from './console/staff-session.ts';
import { NotificationRegion } from './shell/notification-region.tsx';
import { wordsOf } from './words/i18n.ts';

const shop = readShop();
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true, staleTime: 5000 } },
});
const call = createStaffCall(
  {
    base: '',
    client: shop.client,
    language: 'en',
    token: staffSession.token,
    prove: async (about) => (await import('./api/key-proof.ts')).proveKey(about),
    cookies: () => document.cookie,
    setCookie: (cookie) => (document.cookie = cookie),
  },
  {
    failed: (message) => notify({ error: true, message }),
    sessionOver: () => staffSession.end(true),
    prove: askForProof,
  },
);
const router = createBrowserRouter(consoleRoutes, { basename: '/console' });

const root = document.getElementById('console');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={wordsOf('en')}>
        <ShopProvider value={shop}>
          <QueryClientProvider client={client}>
            <CallProvider value={call}>
              <RouterProvider router={router} />
              <NotificationRegion />
            </CallProvider>
          </QueryClientProvider>
        </ShopProvider>
      </I18nProvider>
    </StrictMode>,
  );
}
