import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';

/** The baseline: Fastify alone, with answers of the same size. */
const [port = '0', pageBytes = '1000', apiBytes = '1000'] = process.argv.slice(2);
const page = randomBytes(Number(pageBytes));
const body = JSON.stringify({ filling: 'x'.repeat(Number(apiBytes) - 14) });
const etag = '"bare"';

const http = Fastify();
http.get('/page', (request, reply) => {
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply
    .headers({ etag, 'content-encoding': 'br' })
    .type('text/html; charset=utf-8')
    .send(page);
});
http.get('/api', (_request, reply) => reply.type('application/json').send(body));
await http.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('listening\n');
