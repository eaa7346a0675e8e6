import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';

type Asked = Pick<FastifyRequest, 'hostname'>;

export function brandOfHost(app: App, request: Asked): Brand {
  return app.brands.byHost(nameOf(request));
}

/**
 * For canonical links, without a slash at the end. Only the brand's own host names count: pages are
 * cached for others.
 */
export function siteOf(app: App, brand: Brand, request: Asked): string {
  const name = nameOf(request);
  const url = new URL(app.config.origin);
  if (brand.hostNames.includes(name)) url.hostname = name;
  return url.origin;
}

/**
 * The host a call came to, with its port, if proofs may be made for it: in production the brand's own
 * names only. A trial is reached under any name.
 */
export function ownHostOf(
  app: App,
  brand: Brand,
  request: Pick<FastifyRequest, 'hostname' | 'host'>,
): string | undefined {
  const isOwn = !app.config.production || brand.hostNames.includes(nameOf(request));
  return isOwn ? request.host : undefined;
}

const nameOf = ({ hostname }: Asked) => hostname.split(':')[0]?.toLowerCase() ?? '';
