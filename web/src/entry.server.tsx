import { I18nProvider } from '@lingui/react';
import {
  barePath,
  baseOf,
  LANGUAGE_COOKIE,
  type Language,
  languageOfPath,
  pathIn,
} from '@portside/contract/language';
import { manifestPath } from '@portside/contract/home-screen';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { CallProvider } from './api/use-call.tsx';
import { askAboutCookies, HYDRATED, holdEarlyInput } from './before-hydration.ts';
import { PageProvider } from './api/page.tsx';
import { pageContext, type PageHost } from './api/page-context.ts';
import type { BuiltAssets } from './assets.ts';
import { OfflinePage } from './home-screen/offline-page.tsx';
import { holdFonts, LATE_FONTS, showFonts, splitFonts } from './late-fonts.ts';
import { routes } from './routes.tsx';
import { CONSENT } from './shell/consent.ts';
import { isMakeshift, publicPaths } from './shell/frame.ts';
import { qrPath } from './shell/qr-path.ts';
import { messages as spanish } from './words/es.ts';
import { wordsOf } from './words/i18n.ts';
import { NoticesTile } from './notices/notices-tile.tsx';
import { pageHead } from './page-head.ts';
import { pageModules } from './page-modules.ts';
import { pageState } from './page-state.ts';

export type { PageHost } from './api/page-context.ts';
export { publicPaths } from './shell/frame.ts';

/** Its mark is replaced by the sender's nonce. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly html: string;
  readonly nonceMark: string;
  /** From loaders. A page with failures is not cached. */
  readonly failures: readonly unknown[];
}

// Random for each process, so that content cannot forge it.
const NONCE = `nonce-${crypto.randomUUID()}`;
const entryModule = 'src/entry.client.tsx';
const spanishWords = 'src/words/es.ts';
const handlers = {
  en: createStaticHandler(routes),
  es: createStaticHandler(routes, { basename: baseOf('es') }),
} satisfies Record<Language, unknown>;

/** What stands at an address. */
export interface Place {
  /** In its normal form, of which alone a page is kept; any missing page is the same one. */
  readonly path: string;
  /** `kept`: the same for everybody, whatever its query. */
  readonly kind: 'kept' | 'personal' | 'missing';
}

/** The router ignores case, doubled slashes and one at the end. */
export function placeOf(pathname: string): Place {
  const language = languageOfPath(pathname);
  const bare = barePath(pathname);
  const tidy = bare.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (publicPaths.has(tidy.toLowerCase()))
    return { path: pathIn(language, tidy.toLowerCase()), kind: 'kept' };
  const found = matchRoutes(routes, bare)?.at(-1)?.route.path;
  if (found !== undefined && found !== '*') return { path: pathname, kind: 'personal' };
  return { path: pathIn(language, '/not-found'), kind: 'missing' };
}

/** Loaders run in this process through `host.call`; redirects become 302. */
export async function renderPage(request: Request, host: PageHost): Promise<RenderedPage> {
  const { language } = host;
  const handler = handlers[language];
  const requestContext = new RouterContextProvider(new Map([[pageContext, host]]));
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) {
    const headers: Record<string, string> = {};
    context.headers.forEach((value, name) => (headers[name] = value));
    return { status: context.status, headers, html: '', nonceMark: NONCE, failures: [] };
  }
  const page = { brand: host.brand, language, appQr: qrPath(host.brand.appUrl) };
  const body = renderToString(
    <I18nProvider i18n={wordsOf(language, language === 'es' ? spanish : undefined)}>
      <PageProvider value={page}>
        <CallProvider value={host.call}>
          <StaticRouterProvider
            context={context}
            hydrate={false}
            router={createStaticRouter(handler.dataRoutes, context)}
          />
        </CallProvider>
      </PageProvider>
    </I18nProvider>,
  );
  const modules = context.matches.flatMap(({ route }) => {
    const module = pageModules[route.index ? '/' : (route.path ?? route.id)];
    return module === undefined ? [] : [`src/${module}`];
  });
  if (language === 'es') modules.push(spanishWords);
  const failures = Object.values(context.errors ?? {}).filter(
    (error) => !isRouteErrorResponse(error),
  );
  const last = context.matches.at(-1)?.route.id ?? '';
  const head = pageHead({
    brand: host.brand,
    language,
    site: host.site ?? new URL(request.url).origin,
    pathname: new URL(request.url).pathname,
    status: context.statusCode,
    frame: context.loaderData.root,
    loaded: context.loaderData[last],
    nonce: NONCE,
  });
  const whole = failures.length === 0 && !isMakeshift(context.loaderData.root);
  const state = pageState({ brand: host.brand, language, context });
  return {
    status: context.statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(whole ? {} : { 'cache-control': 'no-store' }),
    },
    failures,
    nonceMark: NONCE,
    html: `<!doctype html>${body}`
      .replace('<header ', () => `${noticesAbove(host)}<header `)
      .replace('</head>', () => `${toChosen(request)}${head}${early}${headTags(host)}</head>`)
      .replace(
        /<\/body><\/html>$/,
        () => `${flags(host.flags)}${state}${scripts(modules)}</body></html>`,
      ),
  };
}

/** The page that a phone keeps for when it has no network (docs/decisions/0963). */
export function renderOffline(
  host: Pick<PageHost, 'brand' | 'language' | 'theme'> & { script: string },
): Pick<RenderedPage, 'html' | 'nonceMark'> {
  const { brand, language } = host;
  const page = renderToStaticMarkup(
    <I18nProvider i18n={wordsOf(language, language === 'es' ? spanish : undefined)}>
      <PageProvider value={{ brand, language, appQr: '' }}>
        <OfflinePage script={host.script} />
      </PageProvider>
    </I18nProvider>,
  );
  const styles = (__PORTSIDE_ASSETS__?.styles ?? '') + (host.theme ?? '');
  return {
    html: `<!doctype html>${page}`.replace('</head>', () => `${inlined(styles)}</head>`),
    nonceMark: NONCE,
  };
}

const early = `<script nonce="${NONCE}">(${holdEarlyInput.toString()})("${HYDRATED}");(${askAboutCookies.toString()})("${CONSENT}")</script>`;

/** `/` in the chosen language; behind a CDN the page redirects itself. */
function toChosen(request: Request): string {
  if (new URL(request.url).pathname !== '/') return '';
  const chosen = `/(?:^|; )${LANGUAGE_COOKIE}=es(?:;|$)/`;
  const go = `location.replace(${JSON.stringify(baseOf('es'))}+location.search+location.hash)`;
  return `<script nonce="${NONCE}">if(${chosen}.test(document.cookie))${go}</script>`;
}

/**
 * Static, beside what React renders: pages load nothing for it, and React leaves it where it is
 * (docs/decisions/0971).
 */
function noticesAbove({ notices = [], language }: PageHost): string {
  if (notices.length === 0) return '';
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsOf(language, language === 'es' ? spanish : undefined)}>
      <NoticesTile notices={notices} />
    </I18nProvider>,
  );
}

/** Inlined, so that they take the page's colors. */
function flags(svg: string | undefined): string {
  return svg?.replace('<svg', () => '<svg aria-hidden="true" class="hidden"') ?? '';
}

// Not rendered by React, which need not know built files and leaves tags alone that it did not
// write.
function headTags({ brand, theme, language, touchIcon }: PageHost): string {
  const link = (rel: string, href: string) => `<link rel="${rel}" href="${href}">`;
  const sheet = (href: string) => link('stylesheet', href);
  const app =
    link('manifest', pathIn(language, manifestPath)) +
    (touchIcon === undefined ? '' : link('apple-touch-icon', touchIcon));
  if (!__PORTSIDE_ASSETS__) {
    return app + sheet('/src/ui/ui.css?direct') + (theme ? inlined(theme) : sheet(brand.themeUrl));
  }
  const system = app + inlined(__PORTSIDE_ASSETS__.styles);
  if (!theme) return system + sheet(brand.themeUrl);
  const { fonts, rest } = splitFonts(theme);
  const hold = `<script nonce="${NONCE}">(${holdFonts.toString()})("${LATE_FONTS}")</script>`;
  return system + inlined(rest) + (fonts && inlined(fonts, LATE_FONTS) + hold);
}

/** For a fast first paint. */
const inlined = (css: string, id = '') =>
  `<style nonce="${NONCE}"${id && ` id="${id}"`}>${css.replaceAll('</', '<\\/')}</style>`;

function scripts(modules: readonly string[]): string {
  const script = (src: string) => `<script type="module" nonce="${NONCE}" src="${src}"></script>`;
  if (__PORTSIDE_ASSETS__) return afterFirstFrame(__PORTSIDE_ASSETS__, modules);
  const refresh =
    'import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window);' +
    'window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;';
  return (
    `<script type="module" nonce="${NONCE}">${refresh}</script>` +
    script('/@vite/client') +
    script(`/${entryModule}`)
  );
}

/**
 * Loads fonts and scripts after the first paint: on slow networks they would delay the content.
 * Background tabs never paint and wait only briefly.
 */
function afterFirstFrame(assets: BuiltAssets, modules: readonly string[]): string {
  const { entry, preload } = assets;
  const files = new Set([entryModule, ...modules].flatMap((module) => preload[module] ?? []));
  const load =
    `const start=()=>{(${showFonts.toString()})("${LATE_FONTS}");` +
    `for(const href of ${JSON.stringify([...files])})` +
    'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));' +
    `import(${JSON.stringify(entry)})};` +
    'const late=setTimeout(start,500);' +
    'new PerformanceObserver((_,watch)=>{watch.disconnect();clearTimeout(late);start()})' +
    '.observe({type:"paint",buffered:true})';
  return `<script type="module" nonce="${NONCE}">{${load}}</script>`;
}
