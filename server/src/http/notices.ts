import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';

export type ReceiveNotice = (
  app: App,
  headers: Record<string, string | undefined>,
  body: string,
) => Promise<boolean>;

/** `/app/notices/<from>`. The signature is over the raw body, so nothing parses it first. */
export function notices(
  app: App,
  receivers: Readonly<Record<string, ReceiveNotice>>,
): FastifyPluginAsync {
  return async (http) => {
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    for (const [from, receive] of Object.entries(receivers)) {
      http.post(`/app/notices/${from}`, async (request, reply) => {
        const headers = request.headers as Record<string, string | undefined>;
        const genuine = await receive(app, headers, String(request.body));
        return reply.status(genuine ? 200 : 400).send({ received: genuine });
      });
    }
  };
}
