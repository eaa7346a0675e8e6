import { LANGUAGE_COOKIE } from '@portside/contract/language';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { answerTo, type CachedAnswer } from './cached-page.ts';
import { openPageCache, type CacheEntry } from './page-cache.ts';

const ADDRESSES_KEPT = 1000;

/** What stands at one address of one host name, and the headers that every answer of ours has. */
interface Standing {
  readonly brand: Brand;
  readonly cached: CacheEntry;
  readonly common: Readonly<Record<string, string>>;
}

/**
 * The front of the house: a page that was sent a moment ago is sent again before anything else is
 * looked at. What it does not have goes the usual way, which tells it.
 */
export function openPageFront(app: App) {
  const cache = openPageCache(app);
  const standing = new Map<string, Standing>();

  const hook: onRequestHookHandler = (request, reply, done) => {
    const { method } = request.raw;
    const isAsked = (method === 'GET' || method === 'HEAD') && !choosesLanguage(request);
    const found = isAsked ? standing.get(addressOf(request)) : undefined;
    if (!found || !cache.isFresh(found.cached, found.brand)) {
      done();
      return;
    }
    const { status, answer } = answerTo(request.headers, found.cached.page);
    reply.hijack();
    if (status === 304) {
      reply.raw.writeHead(304, headersOf304(answer)).end();
      return;
    }
    reply.raw
      .writeHead(200, { ...found.common, ...answer.headers, 'x-request-id': request.id })
      .end(answer.body);
  };

  return {
    cache,
    hook,
    /** Sends a kept page the usual way, and remembers what its answer looks like. */
    send(request: FastifyRequest, reply: FastifyReply, brand: Brand, cached: CacheEntry) {
      const { 'x-request-id': _id, ...common } = reply.getHeaders() as Record<string, string>;
      if (standing.size >= ADDRESSES_KEPT) standing.clear();
      standing.set(addressOf(request), { brand, cached, common });
      const { status, answer } = answerTo(request.headers, cached.page);
      if (status === 200) return reply.headers(answer.headers).send(answer.body);
      // Without its own policy it would get the strictest one, and the browser would believe that.
      const { 'content-security-policy': policy = '' } = answer.headers;
      const headers = { ...headersOf304(answer), 'content-security-policy': policy };
      return reply.status(304).headers(headers).send();
    },
  };
}
export type PageFront = ReturnType<typeof openPageFront>;

/** `/` leads some people elsewhere: the page's own way decides. */
const choosesLanguage = ({ raw }: FastifyRequest) =>
  /^\/(?:\?|$)/.test(raw.url ?? '') && raw.headers.cookie?.includes(LANGUAGE_COOKIE) === true;

/** Host and path: a query changes nothing of a page that is the same for everybody. */
function addressOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const end = url.indexOf('?');
  return `${request.hostname} ${end === -1 ? url : url.slice(0, end)}`;
}

/** What a browser may have to learn anew; the rest it has with the page. */
function headersOf304({ headers }: CachedAnswer): Record<string, string> {
  const { etag = '', vary = '', 'cache-control': held = '' } = headers;
  return { etag, vary, 'cache-control': held };
}
