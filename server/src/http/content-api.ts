import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { brandOfHost } from './site.ts';

const notFound = {
  data: null,
  error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
};

/**
 * The content service's addresses (I03, I04), public. Queries for depth are ignored: the answer is
 * always whole.
 */
export function contentApi(app: App): FastifyPluginAsync {
  const contentOf = (brand: Brand) => app.adapters.of(brand.client.mvnoId).content;
  return async (http) => {
    http.get('/api/footer', async (request, reply) => {
      const brand = brandOfHost(app, request);
      const { data } = await contentOf(brand).footer(brand.id);
      return open(reply).send({ data: { id: 1, ...data }, meta: {} });
    });
    for (const brand of app.brands.all) {
      http.get(`/api/${brand.id}-net-meta-datas`, async (request, reply) => {
        const { locale } = request.query as { locale?: unknown };
        const { data } = await contentOf(brand).pageMetas(brand.id, locale === 'es' ? 'es' : 'en');
        const pagination = { page: 1, pageSize: data.length, pageCount: 1, total: data.length };
        return open(reply).send({
          data: data.map((one, at) => ({ id: at + 1, ...one })),
          meta: { pagination },
        });
      });
    }
    http.all('/api/*', async (_request, reply) => reply.status(404).send(notFound));
  };
}

function open(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=60');
}
