import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { parseCookie } from 'cookie';
import type { Call } from '@portside/contract/call';
import type { PublicBrand } from '@portside/contract/brand';
import type { ShownNotice } from '@portside/contract/notices';
import {
  barePath,
  LANGUAGE_COOKIE,
  languageOfPath,
  type Language,
  pathIn,
} from '@portside/contract/language';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifyServerFactory,
} from 'fastify';
import type { App } from '../app.ts';
import { touchIcon } from '../brands/app-icons.ts';
import { addressIfThere, brandFlags, brandTheme, fileVersion } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { noticesNow, noticeText } from '../brands/notices-now.ts';
import { DatabaseAway } from '../db/database.ts';
import { webBuild } from './built-web.ts';
import type { ConsoleFiles } from './console-page.ts';
import type { OfflineParts } from './offline-page.ts';
import { publicBrand } from './public-brand.ts';
import { callInProcess } from './in-process.ts';
import { No } from './no.ts';
import { AWAY_SECONDS } from './problems.ts';
import type { PageFront } from './page-front.ts';
import type { FoundPage } from './page-cache.ts';
import { pageSources } from './page-sources.ts';
import { sendPage } from './security.ts';
import type { Route } from './serve.ts';
import { networkFactor } from '../limits/limits.ts';
import { networkOf } from './network.ts';
import { brandOfHost, siteOf } from './site.ts';

const require = createRequire(import.meta.url);
const countryFlags = join(dirname(require.resolve('country-flag-icons/package.json')), '3x2');
/** Of those that are not kept, by network. */
const PAGES_A_MINUTE = 120;

export interface WebEntry {
  renderPage(
    request: Request,
    host: {
      call: Call;
      brand: PublicBrand;
      language: Language;
      site: string;
      flags: string;
      theme: string;
      touchIcon?: string | undefined;
      notices: readonly ShownNotice[];
    },
  ): Promise<RenderedPage>;
  /** `path`: its normal form. Kept pages are the same for everybody, and so is any missing one. */
  placeOf(pathname: string): { path: string; kind: 'kept' | 'personal' | 'missing' };
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: string;
  nonceMark?: string;
  failures: readonly unknown[];
}

export type LoadWeb = () => Promise<WebEntry>;

export interface WebSource {
  load: LoadWeb;
  /** The script of a chat service's frame. */
  chatFrame?: () => Promise<string>;
  console?: () => Promise<ConsoleFiles>;
  offline?: () => Promise<OfflineParts>;
  serverFactory?: FastifyServerFactory;
}

export function pages(
  app: App,
  routes: ReadonlyMap<string, Route>,
  loadWeb: LoadWeb,
  front: PageFront,
): FastifyPluginAsync {
  return async (http) => {
    await http.register(rateLimit, { global: false });
    const counting = http.createRateLimit({
      max: PAGES_A_MINUTE * networkFactor(app),
      timeWindow: '1 minute',
      keyGenerator: ({ ip }) => networkOf(ip ?? 'gone'),
    });
    if (existsSync(join(webBuild, 'client'))) {
      await folder('/assets', {
        root: join(webBuild, 'client/assets'),
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
      });
    }
    for (const brand of app.brands.all) {
      const options = {
        root: brand.folder,
        allowedPath: (path: string) => /\.(css|svg|png|woff2|webp|txt)$/.test(path),
        maxAge: '10m',
      };
      await folder(`/brands/${brand.id}`, options, (files) => {
        cacheVersions(files, brand);
        shareFonts(files);
      });
    }
    await folder('/country-flags', {
      root: countryFlags,
      allowedPath: (path) => path.endsWith('.svg'),
      maxAge: '30d',
    });
    http.all('/*', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return reply.status(405).header('allow', 'GET, HEAD').send('');
      }
      return answer(request, reply);
    });

    /** A missing file is a page to people, a problem to programs. */
    async function folder(
      prefix: string,
      options: FastifyStaticOptions,
      more?: (files: FastifyInstance) => void,
    ) {
      await http.register(
        async (files) => {
          more?.(files);
          files.setNotFoundHandler(async (request, reply) => {
            reply.header('vary', 'accept');
            if (!request.headers.accept?.includes('text/html')) throw new No('not_found');
            return answer(request, reply);
          });
          await files.register(fastifyStatic, { ...options, decorateReply: false });
        },
        { prefix },
      );
    }

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const brand = brandOfHost(app, request);
      if (isFrontDoor(request) && hasChosen('es', request)) {
        // A personal redirect; behind a CDN the page's script does it.
        reply.headers({ vary: 'cookie', 'cache-control': 'private, no-store' });
        return reply.redirect(pathIn('es', request.url), 302);
      }
      const bare = barePath(pathOf(request)).toLowerCase();
      const isQuiet = /^\/+own-account\/*$/.test(bare);
      // An address may hold what a provider told the browser alone, or tell who was there.
      if (isQuiet || bare === '/stripe-response') reply.header('referrer-policy', 'no-referrer');
      const web = await loadWeb();
      const place = web.placeOf(pathOf(request));
      if (place.kind === 'kept' && place.path !== pathOf(request))
        return reply.redirect(place.path + request.url.slice(pathOf(request).length), 308);
      const found = await find(web, brand, request, place);
      if ('cached' in found) return front.send(request, reply, brand, found.cached);
      const page = found.rendered;
      for (const error of page.failures)
        request.log.error({ error, requestId: request.id }, 'a page could not be made');
      for (const [name, value] of Object.entries(page.headers)) reply.header(name, value);
      const isAway = page.failures.some((error) => error instanceof DatabaseAway);
      if (isAway) reply.header('retry-after', AWAY_SECONDS);
      const status = isAway ? 503 : page.status;
      const sources = pageSources(app, brand, pathOf(request));
      return sendPage(reply, { ...page, status }, { sources, dev: app.config.dev, isQuiet });
    }

    async function find(
      web: WebEntry,
      brand: Brand,
      request: FastifyRequest,
      { kind, path }: ReturnType<WebEntry['placeOf']>,
    ): Promise<FoundPage> {
      // Concatenated, not resolved: `//evil.example` must be a path.
      const url = new URL(app.config.origin + request.url.replace(/^(?!\/)/, '/'));
      const site = siteOf(app, brand, request);
      const render = () => rendered(web, brand, site, url, request);
      if (app.config.dev || kind === 'personal') {
        await countPage(request);
        return { rendered: await render() };
      }
      // A kept page must not depend on a query, nor on what only a browser should read.
      url.pathname = path;
      url.search = '';
      url.hash = '';
      return front.cache.find(brand, `${site}${path}`, render);
    }

    /** A page that is made for one visitor costs more than an answer of the API. @throws No */
    async function countPage(request: FastifyRequest): Promise<void> {
      const counted = await counting(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      throw new No('too_often', { retryAfter: counted.ttlInSeconds });
    }

    async function rendered(
      web: WebEntry,
      brand: Brand,
      site: string,
      url: URL,
      request: FastifyRequest,
    ): Promise<RenderedPage> {
      const language = languageOfPath(url.pathname);
      return web.renderPage(new Request(url), {
        call: callInProcess(app, routes, anybody(brand, request, language)),
        brand: await publicBrand(app, brand, language),
        language,
        site,
        flags: await brandFlags(brand),
        theme: await brandTheme(brand),
        touchIcon: await addressIfThere(brand, touchIcon.file),
        notices: noticesFor(app, brand, language),
      });
    }
  };
}

/** A brand's file requested by its version never changes. */
function cacheVersions(files: FastifyInstance, brand: Brand): void {
  files.addHook('onSend', async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://brand');
    const asked = searchParams.get('v');
    if (!asked || reply.statusCode !== 200) return;
    const file = decodeURIComponent(pathname.slice(`/brands/${brand.id}/`.length));
    if (asked !== (await fileVersion(brand, file))) return;
    reply.header('cache-control', 'public, max-age=31536000, immutable');
  });
}

/** The payment provider's form has the brand's fonts, in a frame of the provider's site. */
function shareFonts(files: FastifyInstance): void {
  files.addHook('onSend', async (request, reply) => {
    if (request.url.split('?', 1)[0]?.endsWith('.woff2'))
      reply.header('access-control-allow-origin', '*');
  });
}

function anybody(brand: Brand, request: FastifyRequest, language: Language) {
  return {
    tenant: brand.client.mvnoId,
    brand,
    language,
    network: request.ip,
    userAgent: '',
    requestId: request.id,
  };
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

const isFrontDoor = (request: FastifyRequest) => pathOf(request) === '/';

const hasChosen = (language: Language, { headers }: FastifyRequest) =>
  parseCookie(headers.cookie ?? '')[LANGUAGE_COOKIE] === language;

/** Those for all: nobody knows a visitor's address. */
const noticesFor = (app: App, brand: Brand, language: Language): ShownNotice[] =>
  noticesNow(brand, app.clock.now()).map((one) => ({
    id: one.id,
    kind: one.kind,
    ...noticeText(one, language),
  }));
