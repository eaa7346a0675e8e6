import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { App } from '../app.ts';

interface Page {
  readonly status: number;
  readonly html: string;
}

export interface ServeSupport {
  view(app: App, signed: string, more: { sent: boolean }): Promise<Page>;
  reply(
    app: App,
    signed: string,
    form: { text: string; replyId: string },
  ): Promise<Page | undefined>;
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * `/desk/{signed}`: for staff without an account. The path's signature is the access, so other
 * sites cannot forge the form; it must not be indexed or leak by referrer.
 */
export function supportPages(app: App, support: ServeSupport): FastifyPluginAsync {
  return async (http) => {
    http.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(body))));
      },
    );
    const styles = await readFile(join(import.meta.dirname, 'support-pages.css'), 'utf8');
    const schema = { hide: true };
    http.get('/desk.css', { schema }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=600').send(styles),
    );
    http.get('/:signed', { schema }, async (request, reply) => {
      const { signed } = request.params as { signed: string };
      const sent = 'sent' in (request.query as object);
      return show(reply, await support.view(app, signed, { sent }));
    });
    http.post('/:signed', { schema }, async (request, reply) => {
      const { signed } = request.params as { signed: string };
      const form = (request.body ?? {}) as Record<string, unknown>;
      const text = (field: string) => (typeof form[field] === 'string' ? form[field] : '');
      const page = await support.reply(app, signed, {
        text: text('text'),
        replyId: text('replyId'),
      });
      if (page) return show(reply, page);
      // So that a reload sends nothing twice.
      return hide(reply).redirect(`/desk/${encodeURIComponent(signed)}?sent`, 303);
    });
  };
}

function show(reply: FastifyReply, page: Page) {
  return hide(reply)
    .status(page.status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(page.html);
}

const hide = (reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow');
