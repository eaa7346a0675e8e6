import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { isStorable } from '../formats/storable.ts';
import type { NoticeAddress } from './who.ts';

export type ReceiveNotice = (
  app: App,
  address: NoticeAddress,
  headers: Record<string, string | undefined>,
  body: string,
) => Promise<boolean>;

/**
 * `/app/notices/<from>/<brand id>`; without a brand it is the first one's. The signature is over the
 * raw body, so nothing parses it first.
 */
export function notices(
  app: App,
  receivers: Readonly<Record<string, ReceiveNotice>>,
): FastifyPluginAsync {
  return async (http) => {
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    const addressOf = ({ id, client }: Brand, path: string) => ({
      path,
      tenant: client.mvnoId,
      account: `${id}:`,
    });
    const addresses = [
      addressOf(app.brands.first, ''),
      ...app.brands.all.map((brand) => addressOf(brand, `/${brand.id}`)),
    ];
    for (const [from, receive] of Object.entries(receivers)) {
      for (const { path, ...address } of addresses) {
        http.post(`/app/notices/${from}${path}`, async (request, reply) => {
          const headers = request.headers as Record<string, string | undefined>;
          const body = String(request.body);
          // Of what mail servers say, the words are cleaned where they are kept.
          const isReadable = from === 'mail' || isStorable(body);
          const genuine = isReadable && (await receive(app, address, headers, body));
          return reply.status(genuine ? 200 : 400).send({ received: genuine });
        });
      }
    }
  };
}
