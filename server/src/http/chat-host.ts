import { chatFramePath } from '@portside/contract/chat';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { No } from './no.ts';

/** Undefined where the frame is a page of the shop, or where there is none. */
export function chatFrameUrl(app: App, { chatHost, client }: Brand): string | undefined {
  if (chatHost === undefined) return undefined;
  const { chat } = app.adapters.of(client.mvnoId);
  if (chat.browser().kind === 'built-in') return undefined;
  return originAt(app, chatHost) + chatFramePath;
}

/** The brand that a chat service's host is of, by the name that was asked for. */
export function brandOfChatHost(
  app: App,
  { hostname }: Pick<FastifyRequest, 'hostname'>,
): Brand | undefined {
  const name = hostname.split(':', 1)[0] ?? '';
  // One dot at the end is the same host to DNS.
  return app.brands.byChatHost(name.toLowerCase().replace(/\.$/, ''));
}

/** Where the brand's shop is: scheme, host and port. */
export function shopOrigins(app: App, brand: Brand): string[] {
  const main = new URL(app.config.origin);
  const names = brand.hostNames.map((name) => originAt(app, name));
  const isMain = app.brands.byHost(main.hostname) === brand;
  return [...new Set([...(isMain ? [main.origin] : []), ...names])];
}

/** At a chat service's host there is its frame and nothing else: no page, no call, no file. */
export function closeChatHosts(http: FastifyInstance, app: App): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const isFrame = request.url.split('?', 1)[0] === chatFramePath && reads.has(request.method);
    if (!isFrame && brandOfChatHost(app, request)) throw new No('not_found');
    done();
  });
}

const reads = new Set(['GET', 'HEAD']);

function originAt(app: App, hostName: string): string {
  const url = new URL(app.config.origin);
  url.hostname = hostName;
  return url.origin;
}
