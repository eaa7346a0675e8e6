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

const nameOf = ({ hostname }: Asked) => hostname.split(':')[0]?.toLowerCase() ?? '';
