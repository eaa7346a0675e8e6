import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { Generated } from 'kysely';
import type { World } from '../../../app.ts';
import { unmoved } from '../../../clock.ts';
import type { Query } from '../../../db/database.ts';
import type { PushSubscription } from '../push.ts';
import type { InsideService, PostPush, ServiceAnswer } from '../web-push/push.ts';
import { decrypt } from './decrypt.ts';

/** No host of anybody (RFC 6761): what goes there stays in this process. */
const HOST = 'push.sandbox.invalid';
const DAY_SECONDS = 86_400;
const MOST_BYTES = 4096;
const AT_MOST = 100;

/** `hang`: it never answers. */
export const pushAnswers = ['201', '404', '410', '413', '429', '500', 'hang'] as const;
export type SteeredAnswer = (typeof pushAnswers)[number];

interface BrowserRow {
  id: string;
  private_key: string;
  auth: string;
  /** Who may send to it: the public key that it subscribed with. */
  sender_key: string;
  answer: SteeredAnswer;
  retry_after: string | null;
  created_at: Date;
}

export interface PushedRow {
  seq: number;
  browser_id: string;
  /** As the browser has opened it. */
  body: string;
  topic: string;
  urgency: string;
  ttl_seconds: number;
  sent_at: Date;
}

type Place = Pick<World, 'db' | 'clock' | 'random'>;
const tables = (db: Query) =>
  db.withTables<{
    sandbox_push_browsers: BrowserRow;
    sandbox_push_messages: Omit<PushedRow, 'seq'> & { seq: Generated<number> };
  }>();

/** What a browser does when somebody allows notices. */
export async function subscribeBrowser(
  { db, clock, random }: Place,
  senderKey: string,
): Promise<PushSubscription & { readonly id: string }> {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const id = random.id('brw');
  const auth = randomBytes(16).toString('base64url');
  await tables(db.query)
    .insertInto('sandbox_push_browsers')
    .values({
      id,
      private_key: ecdh.getPrivateKey('base64url'),
      auth,
      sender_key: senderKey,
      answer: '201',
      retry_after: null,
      created_at: clock.now(),
    })
    .execute();
  const p256dh = ecdh.getPublicKey('base64url');
  return { id, endpoint: `https://${HOST}/${id}`, p256dh, auth };
}

/** @returns false when there is no such browser */
export async function steerBrowser(
  { db }: Pick<World, 'db'>,
  id: string,
  { answer, retryAfter }: { answer: SteeredAnswer; retryAfter?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db.query)
    .updateTable('sandbox_push_browsers')
    .set({ answer, retry_after: retryAfter ?? null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest first. */
export function listPushed({ db }: Pick<World, 'db'>, browserId = ''): Promise<PushedRow[]> {
  let rows = tables(db.query).selectFrom('sandbox_push_messages').selectAll();
  if (browserId) rows = rows.where('browser_id', '=', browserId);
  return rows.orderBy('seq', 'desc').limit(AT_MOST).execute();
}

/** A push service and its browsers, which judge a call as the real ones do. */
export function insideService(world: Place): InsideService {
  const post: PostPush = async (endpoint, { headers, body, signal }) => {
    const browser = await browserAt(world, endpoint);
    if (!browser) return answered(404);
    if (browser.answer === 'hang') return hanging(signal);
    if (browser.answer !== '201') return answered(Number(browser.answer), browser.retry_after);
    if (!isSentBy(browser, headers.authorization ?? '', unmoved(world.clock))) return answered(403);
    if (body.length > MOST_BYTES) return answered(413);
    const ttl = Number(headers.ttl ?? Number.NaN);
    const isWhole = headers['content-encoding'] === 'aes128gcm' && Number.isInteger(ttl);
    if (!isWhole || !/^[\w-]{1,32}$/.test(headers.topic ?? '')) return answered(400);
    await tables(world.db.query)
      .insertInto('sandbox_push_messages')
      .values({
        browser_id: browser.id,
        body: decrypt(body, { privateKey: browser.private_key, auth: browser.auth }),
        topic: headers.topic ?? '',
        urgency: headers.urgency ?? 'normal',
        ttl_seconds: ttl,
        sent_at: world.clock.now(),
      })
      .execute();
    return answered(201);
  };
  return { host: HOST, post };
}

const answered = (status: number, retryAfter: string | null = null): ServiceAnswer => ({
  status,
  retryAfter,
});

const browserAt = ({ db }: Pick<World, 'db'>, endpoint: string) =>
  tables(db.query)
    .selectFrom('sandbox_push_browsers')
    .selectAll()
    .where('id', '=', new URL(endpoint).pathname.slice(1))
    .executeTakeFirst();

const hanging = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** RFC 8292: signed by the key that the browser subscribed with, for this service, for a day at most. */
function isSentBy(
  { sender_key: senderKey }: BrowserRow,
  authorization: string,
  now: Date,
): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (key !== senderKey) return false;
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return false;
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const ends = Number(said['exp']) - now.getTime() / 1000;
  const isForUs = said['aud'] === `https://${HOST}` && /^mailto:.+@/.test(String(said['sub']));
  return isForUs && ends > 0 && ends <= DAY_SECONDS;
}
