import { useLingui } from '@lingui/react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, useLoaderData, useMatches, useNavigation } from 'react-router';
import { usePageTitle } from './api/page-title.ts';
import { usePage } from './api/page.tsx';
import { useSession } from './api/session.ts';
import { useAwake } from './api/store.ts';
import { HYDRATED } from './before-hydration.ts';
import type { PageHandle } from './routes.tsx';
import { CookieBanner } from './shell/cookie-banner.tsx';
import { Footer } from './shell/footer.tsx';
import type { Frame } from './shell/frame.ts';
import { Header } from './shell/header.tsx';
import { NotificationRegion } from './shell/notification-region.tsx';
import { OfflineTile } from './shell/offline-tile.tsx';
import { RouteChange } from './shell/route-change.tsx';
import { WaitingSpinner } from './shell/waiting-spinner.tsx';
import { ChatBoot } from './support/chat-boot-panel.tsx';
import { ChatTile } from './support/chat-tile.tsx';

const AgentPanel = lazy(async () => ({
  default: (await import('./sign-in/agent-panel.tsx')).AgentPanel,
}));

export function Root() {
  const frame = useLoaderData<Frame>();
  const { i18n } = useLingui();
  const waiting = useNavigation().state !== 'idle';
  const { userInfo } = useSession();
  const awake = useAwake();
  const Above = (useMatches().at(-1)?.handle as PageHandle | undefined)?.Above;
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED));
    // For tests: from here on a press is answered.
    document.documentElement.dataset.awake = '';
  }, []);
  return (
    <Document frame={frame}>
      <a
        className="fixed start-4 top-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 font-strong text-ground focus:translate-y-0"
        href="#main"
      >
        {i18n.t('Skip to content')}
      </a>
      {Above && <Above />}
      {/* Early for who tabs, since it covers the page. */}
      <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex max-h-dvh flex-col items-end print:hidden">
        {awake && (
          <>
            <OfflineTile />
            {!Above && <ChatBoot />}
          </>
        )}
        <CookieBanner />
      </div>
      {userInfo?.agent && (
        <Suspense>
          <AgentPanel user={userInfo} />
        </Suspense>
      )}
      <Header />
      <main aria-busy={waiting || undefined} className="min-h-[60vh]" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {!Above && <ChatTile />}
      <Footer frame={frame} />
      {waiting && <WaitingSpinner />}
      <NotificationRegion />
      <RouteChange title={frame.meta.metaTitle} />
    </Document>
  );
}

/** entry.server.tsx adds the tags that name built files. */
function Document({ frame, children }: { frame?: Frame; children: ReactNode }) {
  const { brand, language } = usePage();
  const title = usePageTitle(frame?.meta.metaTitle || brand.product);
  const description = frame?.meta.metaDescription;
  return (
    <html
      className="scroll-pb-24 data-cookies-asked:scroll-pb-72"
      lang={language}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <meta content="light dark" name="color-scheme" />
        <link href={brand.markUrl} rel="icon" type="image/svg+xml" />
        <title>{title}</title>
        {description && <meta content={description} name="description" />}
      </head>
      <body>{children}</body>
    </html>
  );
}
