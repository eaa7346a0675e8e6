import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LANGUAGE_COOKIE } from '@portside/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { answerTo, type CachedAnswer } from './cached-page.ts';
import { countAnswer } from './metrics.ts';
import { openPageCache, type CacheEntry } from './page-cache.ts';

const ADDRESSES_CACHED = 1000;

interface WrittenHeaders {
  readonly of200: string[];
  readonly of304: string[];
}

interface PageAtAddress {
  readonly brand: Brand;
  readonly cached: CacheEntry;
  readonly common: Readonly<Record<string, string>>;
  readonly headers: Map<CachedAnswer, WrittenHeaders>;
}

/** Answers cached pages before Fastify; `send` remembers pages sent the usual way. */
export function openPageFront(app: App) {
  const cache = openPageCache(app);
  let pages = new Map<string, Map<string, PageAtAddress>>();
  let addresses = 0;

  return {
    cache,
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, headers } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      // Fastify closes the connection then.
      if (app.leaving.signal.aborted) return false;
      const path = pathOf(request);
      const found = pages.get(hostKey(request))?.get(path);
      if (!found || choosesLanguage(path, request)) return false;
      if (!cache.isFresh(found.cached, found.brand)) return false;
      const began = performance.now();
      const { status, answer } = answerTo(headers, found.cached.page);
      const written = headersOf(found, answer);
      if (status === 304) response.writeHead(304, written.of304).end();
      else {
        const id = ['x-request-id', randomUUID()];
        response.writeHead(200, [...written.of200, ...id]).end(answer.body);
      }
      countAnswer(method, '/*', status, (performance.now() - began) / 1000);
      return true;
    },
    send(request: FastifyRequest, reply: FastifyReply, brand: Brand, cached: CacheEntry) {
      if (cached.status === 404) {
        const { 'accept-encoding': accepted } = request.headers;
        const { answer } = answerTo({ 'accept-encoding': accepted }, cached.page);
        const { etag: _tag, ...headers } = answer.headers;
        return reply
          .status(404)
          .headers({ ...headers, 'cache-control': 'no-cache' })
          .send(answer.body);
      }
      const { 'x-request-id': _id, ...common } = reply.getHeaders() as Record<string, string>;
      remember(request.raw, { brand, cached, common, headers: new Map() });
      const { status, answer } = answerTo(request.headers, cached.page);
      if (status === 200) return reply.headers(answer.headers).send(answer.body);
      // Without its policy the strictest one would apply.
      const { 'content-security-policy': policy = '' } = answer.headers;
      const headers = { ...headersOf304(answer), 'content-security-policy': policy };
      return reply.status(304).headers(headers).send();
    },
  };

  function remember(request: IncomingMessage, page: PageAtAddress) {
    if (addresses >= ADDRESSES_CACHED) {
      pages = new Map();
      addresses = 0;
    }
    const host = hostKey(request);
    const paths = pages.get(host) ?? new Map<string, PageAtAddress>();
    pages.set(host, paths);
    const path = pathOf(request);
    if (!paths.has(path)) addresses += 1;
    paths.set(path, page);
  }
}
export type PageFront = ReturnType<typeof openPageFront>;

function headersOf(page: PageAtAddress, answer: CachedAnswer): WrittenHeaders {
  const known = page.headers.get(answer);
  if (known) return known;
  const written = {
    of200: Object.entries({ ...page.common, ...answer.headers }).flat(),
    of304: Object.entries(headersOf304(answer)).flat(),
  };
  page.headers.set(answer, written);
  return written;
}

const choosesLanguage = (path: string, { headers }: IncomingMessage) =>
  path === '/' && headers.cookie?.includes(LANGUAGE_COOKIE) === true;

/** Fastify trusts host headers by sender, so the key has both. */
function hostKey({ headers, socket }: IncomingMessage): string {
  const { host = '', 'x-forwarded-host': forwarded } = headers;
  if (forwarded === undefined) return host;
  // A header cannot contain this, so nobody's key looks like another one's.
  return [socket.remoteAddress, host, forwarded].join('\n');
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function headersOf304({ headers }: CachedAnswer): Record<string, string> {
  const { etag = '', vary = '', 'cache-control': held = '' } = headers;
  return { etag, vary, 'cache-control': held };
}
