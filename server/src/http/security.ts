import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What API answers and files may do in a browser: nothing. */
const STRICTEST = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** For an answer that comes before any hook. */
export const strictestHeaders = {
  'content-security-policy': STRICTEST,
  'x-content-type-options': 'nosniff',
} as const;

/** What the parts of a page that are not ours need beside its policy, by directive. */
export type PageSources = Partial<
  Record<
    | ('script-src' | 'style-src' | 'img-src' | 'connect-src' | 'font-src')
    | ('frame-src' | 'media-src' | 'worker-src' | 'form-action'),
    readonly string[]
  >
>;

/** Headers that every answer has. Pages put their own policy in place of the strictest. */
export async function secureHeaders(http: FastifyInstance, secure: boolean): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  http.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', STRICTEST);
    }
  });
}

/**
 * Gives a rendered page its nonce at the moment it is sent, so that a stored page never freezes one,
 * and the policy that goes with it.
 */
export function sendPage(
  reply: FastifyReply,
  page: { status: number; html: string; nonceMark?: string },
  options: { sources: PageSources; dev: boolean },
) {
  const nonce = randomBytes(16).toString('base64');
  const policy = policyOf(
    {
      'default-src': ["'self'"],
      'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
      // Vite's hot reload puts styles into the page itself, without a nonce.
      'style-src': ["'self'", options.dev ? "'unsafe-inline'" : `'nonce-${nonce}'`],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'font-src': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      ...(!options.dev && {
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['portside'],
      }),
    },
    options.sources,
  );
  return reply
    .status(page.status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(withNonce(page, nonce));
}

/** Pages in pieces, cut where the nonce belongs; a kept page is cut and encoded once. */
const pieces = new WeakMap<object, readonly Buffer[]>();

function withNonce(page: { html: string; nonceMark?: string }, nonce: string): Buffer {
  let cut = pieces.get(page);
  if (!cut) {
    const texts = page.nonceMark ? page.html.split(page.nonceMark) : [page.html];
    cut = texts.map((text) => Buffer.from(text));
    pieces.set(page, cut);
  }
  const between = Buffer.from(nonce);
  return Buffer.concat(cut.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece])));
}

function policyOf(own: Record<string, string[]>, more: PageSources): string {
  const all = Object.entries(more).reduce(
    // A directive that the page has none of its own for would hide the default.
    (policy, [name, sources]) => ({
      ...policy,
      [name]: [...(policy[name] ?? ["'self'"]), ...sources],
    }),
    own,
  );
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
