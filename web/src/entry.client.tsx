import './ui/ui.css';
import type { Call } from '@portside/contract/call';
import { baseOf } from '@portside/contract/language';
import { takesPayments } from '@portside/contract/paying-pages';
import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  matchRoutes,
  RouterContextProvider,
  RouterProvider,
} from 'react-router';
import { nameAtFirstVisit } from './api/browser-name.ts';
import { firstInteraction } from './api/first-interaction.ts';
import { lazyCall } from './api/lazy-call.ts';
import { PageProvider } from './api/page.tsx';
import { arriveInLanguage } from './api/language-change.ts';
import { pageContext } from './api/page-context.ts';
import { startSession } from './api/session.ts';
import { CallProvider } from './api/use-call.tsx';
import { startCart } from './cart/cart.ts';
import { readPageState } from './page-state.ts';
import { routes } from './routes.tsx';
import { startConsent } from './shell/consent.ts';
import { readQr } from './shell/read-qr.ts';
import { wordsOf } from './words/i18n.ts';

const { brand, language, hydration } = readPageState();
let words: I18n | undefined;
/** An outside provider's sources are in the policy of pages that take payments, and of no other. */
const askToPay =
  brand.payment.kind !== 'stripe' || takesPayments(location.pathname)
    ? undefined
    : () => location.reload();
/** `/es`; the router's own base is never empty. */
const basename = baseOf(language) || '/';

/** English until the words are loaded. */
const say = (sentence: string) => words?._(sentence) ?? sentence;
const call = lazyCall(async () => {
  const { browserCall } = await import('./api/browser-call.ts');
  return browserCall({ client: brand.client, language, say });
}, say);

// Registered early for all who wait for it.
void firstInteraction();
startSession(async () => (await import('./api/view-person.ts')).viewPerson(call, language));
startCart(brand.linesAtOnce);
startConsent();
void nameAtFirstVisit(call);

/** Not at the top level: modules that import this one would wait for it. */
async function start() {
  // React drops the page if the first route is not loaded.
  const first = matchRoutes(routes, location, basename) ?? [];
  // English needs no catalog.
  const spanish = language === 'es' ? import('./words/es.ts') : undefined;
  await Promise.all(
    first.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  const i18n = wordsOf(language, (await spanish)?.messages);
  words = i18n;
  // A page that does not load shows an error page.
  const loading: Call = (endpoint, input, options) =>
    call(endpoint, input, { ...options, shown: 'all' });
  const host = { call: loading, brand, language };
  arriveInLanguage();
  const router = createBrowserRouter(routes, {
    basename,
    hydrationData: hydration,
    getContext: () => new RouterContextProvider(new Map([[pageContext, host]])),
  });
  const page = { brand, language, appQr: readQr(), askToPay };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <PageProvider value={page}>
            <CallProvider value={call}>
              <RouterProvider router={router} />
            </CallProvider>
          </PageProvider>
        </I18nProvider>
      </StrictMode>,
    );
  });
}

// In a task of its own, so that a press on a slow phone is not delayed.
setTimeout(() => void start());

/** Preloads a page when a pointer comes near its link. */
function hurry(event: Event) {
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.origin !== location.origin || link.target || link.hreflang) return;
  for (const { route } of matchRoutes(routes, link.pathname, basename) ?? []) {
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
  }
}
for (const type of ['pointerover', 'touchstart', 'focusin']) {
  addEventListener(type, hurry, { passive: true });
}
