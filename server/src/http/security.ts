import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** For API answers and files. */
const STRICTEST = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

export const strictestHeaders = {
  'content-security-policy': STRICTEST,
  'x-content-type-options': 'nosniff',
} as const;

export type PageSources = Partial<
  Record<
    | ('script-src' | 'style-src' | 'img-src' | 'connect-src' | 'font-src')
    | ('frame-src' | 'media-src' | 'worker-src' | 'form-action' | 'trusted-types'),
    readonly string[]
  >
>;

const usualHeaders = {
  ...strictestHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

export function secureHeaders(http: FastifyInstance, secure: boolean): void {
  const headers = {
    ...usualHeaders,
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    done();
  });
}

export function pagePolicy(
  inline: { scripts: readonly string[]; styles: readonly string[] },
  options: { sources: PageSources; dev?: boolean },
): string {
  const { 'trusted-types': types = [], ...sources } = options.sources;
  return policyOf(
    {
      'default-src': ["'self'"],
      'script-src': [...inline.scripts, "'strict-dynamic'"],
      'style-src': ["'self'", ...inline.styles],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'font-src': ["'self'"],
      'worker-src': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      ...(!options.dev && {
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['portside', ...types],
      }),
    },
    sources,
  );
}

/** Nothing but what its sources name. @param ancestors the pages that may embed it */
export function framePolicy(sources: PageSources, ancestors: readonly string[]): string {
  return policyOf(
    { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': [...ancestors] },
    { 'form-action': ["'none'"], ...sources },
    [],
  );
}

/** A page of one script of ours. */
export function offlinePolicy(styles: readonly string[]): string {
  return policyOf(
    {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': [...styles],
      'img-src': ['data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    },
    {},
  );
}

/** A personal page gets its nonce when it is sent. */
export function sendPage(
  reply: FastifyReply,
  page: { status: number; html: string; nonceMark?: string },
  /** `isQuiet`: no browser keeps it. */
  options: { sources: PageSources; dev: boolean; isQuiet?: boolean },
) {
  const nonce = randomBytes(16).toString('base64');
  const known = `'nonce-${nonce}'`;
  // Vite injects styles without a nonce.
  const styles = [options.dev ? "'unsafe-inline'" : known];
  return reply
    .status(page.status)
    .header('content-security-policy', pagePolicy({ scripts: [known], styles }, options))
    .header('cache-control', options.isQuiet ? 'no-store' : 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.nonceMark ? page.html.replaceAll(page.nonceMark, nonce) : page.html);
}

function policyOf(
  own: Record<string, string[]>,
  more: PageSources,
  // A new directive would hide the default.
  usual = ["'self'"],
): string {
  const all = Object.entries(more).reduce(
    (policy, [name, sources]) => ({
      ...policy,
      [name]: [...(policy[name] ?? usual), ...sources],
    }),
    own,
  );
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
