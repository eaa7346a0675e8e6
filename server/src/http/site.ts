import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';

type Asked = Pick<FastifyRequest, 'hostname'>;

/** The brand whose host name was called. */
export function brandOfHost(app: App, request: Asked): Brand {
  return app.brands.byHost(nameOf(request));
}

/**
 * The address of the brand's site without a slash at the end, for canonical links. Of what the
 * request says only a host name that the brand has is believed: pages are kept for others.
 */
export function siteOf(app: App, brand: Brand, request: Asked): string {
  const name = nameOf(request);
  const url = new URL(app.config.origin);
  if (brand.hostNames.includes(name)) url.hostname = name;
  return url.origin;
}

const nameOf = ({ hostname }: Asked) => hostname.split(':')[0]?.toLowerCase() ?? '';
