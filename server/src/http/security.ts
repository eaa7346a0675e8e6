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

/** The policy of a page whose inline scripts and styles are known by these nonces or hashes. */
export function pagePolicy(
  inline: { scripts: readonly string[]; styles: readonly string[] },
  options: { sources: PageSources; dev?: boolean },
): string {
  return policyOf(
    {
      'default-src': ["'self'"],
      'script-src': [...inline.scripts, "'strict-dynamic'"],
      'style-src': ["'self'", ...inline.styles],
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
}

/**
 * Gives a page of one person its nonce at the moment it is sent, and the policy that goes with it.
 */
export function sendPage(
  reply: FastifyReply,
  page: { status: number; html: string; nonceMark?: string },
  options: { sources: PageSources; dev: boolean },
) {
  const nonce = randomBytes(16).toString('base64');
  const known = `'nonce-${nonce}'`;
  // Vite's hot reload puts styles into the page itself, without a nonce.
  const styles = [options.dev ? "'unsafe-inline'" : known];
  return reply
    .status(page.status)
    .header('content-security-policy', pagePolicy({ scripts: [known], styles }, options))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.nonceMark ? page.html.replaceAll(page.nonceMark, nonce) : page.html);
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
