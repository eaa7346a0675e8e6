import { createPublicKey, type JsonWebKey, verify as verifySignature } from 'node:crypto';
import { verify as verifyPassword } from '@node-rs/argon2';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { BARE_NAME } from './cpu-time.ts';

/**
 * The baseline: Fastify with nothing around it, the least that such a route can
 * do, with answers of the same size. BARE_DATABASE is the product's database.
 */
export interface BareSettings {
  /** The compressed page, in base64. */
  readonly page?: string;
  /** How long the answers of the routes are, in bytes. */
  readonly sizes?: Readonly<Record<string, number>>;
}

let settings: BareSettings = {};
let page = Buffer.alloc(0);
const TENANT = 6;
const ETAG = '"bare"';
const FILLING = 'x'.repeat(100_000);
const JSON_TYPE = 'application/json; charset=utf-8';
const pool = new pg.Pool({
  connectionString: process.env.BARE_DATABASE,
  max: 12,
  application_name: BARE_NAME,
});
const http = Fastify();

/** Once it is known what the product answers. */
http.post('/settings', (request) => {
  settings = { ...settings, ...(request.body as BareSettings) };
  page = Buffer.from(settings.page ?? '', 'base64');
  return {};
});

http.get('/', (request, reply) => {
  if (request.headers['if-none-match'] === ETAG) return reply.status(304).send();
  return reply
    .headers({ etag: ETAG, 'content-encoding': 'br' })
    .type('text/html; charset=utf-8')
    .send(page);
});

http.get('/app/plans', async (_request, reply) => {
  const { rows } = await pool.query({
    name: 'plans',
    text: `select id, nickname, retail_name, price_cents, popular, flag from plans
      where tenant_id = $1 and on_sale order by position`,
    values: [TENANT],
  });
  return reply.type(JSON_TYPE).send(filled('/app/plans', rows));
});

const ofCustomer = {
  '/app/lines': `select id, nickname, mdn, status, plan_name, created_at from lines
    where tenant_id = $1 and customer_id = $2 order by created_at, id`,
  '/app/payments/transactions': `select id, item, transaction_time, successful, last4_digits,
    final_cents from transactions where tenant_id = $1 and customer_id = $2
    order by transaction_time desc, id desc limit 21`,
  '/app/users/view': `select id, email, first_name, last_name from customers
    where tenant_id = $1 and id = $2`,
} as const;

for (const [route, text] of Object.entries(ofCustomer)) {
  http.get(route, async (request, reply) => {
    const customerId = await whoCalls(request);
    if (!customerId) return reply.status(401).send();
    const { rows } = await pool.query({ name: route, text, values: [TENANT, customerId] });
    return reply.type(JSON_TYPE).send(filled(route, rows));
  });
}

/** The token is the session's id; a proof's signature is verified, and nothing else of it. */
async function whoCalls({ headers }: FastifyRequest): Promise<string | undefined> {
  if (typeof headers.dpop === 'string' && !isSigned(headers.dpop)) return undefined;
  const { rows } = await pool.query<{ customer_id: string }>({
    name: 'session',
    text: `select customer_id from sessions where tenant_id = $1 and id = $2
      and ended_at is null and expires_at > now()`,
    values: [TENANT, headers.authorization?.slice('Bearer '.length)],
  });
  return rows[0]?.customer_id;
}

function isSigned(proof: string): boolean {
  const [header = '', claims = '', signature = ''] = proof.split('.');
  const { jwk } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { jwk: JsonWebKey };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verifySignature(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

/** As long as the product's answer. */
function filled(route: string, rows: unknown[]): string {
  const start = `${JSON.stringify({ rows }).slice(0, -1)},"filling":"`;
  const missing = (settings.sizes?.[route] ?? 0) - start.length - 2;
  return `${start}${FILLING.slice(0, Math.max(0, missing))}"}`;
}

http.post('/hash', async (request, reply) => {
  const { password, hash } = request.body as { password: string; hash: string };
  if (await verifyPassword(hash, password)) return { ok: true };
  return reply.status(422).send();
});

/** An order as the least of it: what was quoted, what was ordered, what was paid, in one transaction. */
http.post('/order', (request) => placeOrder((request.body as { id: string }).id));

async function placeOrder(id: string) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const part of ['quote', 'order', 'charge']) {
      await client.query({
        name: 'insert',
        text: 'insert into bench_orders (id, part, content, at) values ($1, $2, $3, now())',
        values: [id, part, JSON.stringify({ id, part, filling: FILLING.slice(0, 600) })],
      });
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  return { id, status: 'paid' };
}

await http.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
const bound = http.server.address();
const port = typeof bound === 'object' && bound ? bound.port : 0;
process.stdout.write(`The bare server is open at http://127.0.0.1:${port}\n`);
