import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { readMid } from './mid.ts';
import { languageOf } from './problems.ts';
import { ownHostOf } from './site.ts';
import type { Visitor } from './who.ts';

export function visitorOf(app: App, brand: Brand, request: FastifyRequest): Visitor {
  const { headers } = request;
  const tenant = brand.client.mvnoId;
  const browserId = readMid(app.secrets, tenant, headers['x-mid']);
  const jwt = headers.dpop;
  return {
    tenant,
    brand,
    language: languageOf(headers['accept-language']),
    network: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    host: request.host,
    ...(browserId && { browserId }),
    ...(jwt !== undefined && {
      proof: {
        jwt: String(jwt),
        method: request.method,
        path: request.originalUrl.split('?', 1)[0] ?? '',
        host: ownHostOf(app, brand, request),
      },
    }),
  };
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1];
}
