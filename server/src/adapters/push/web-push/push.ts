import type { World } from '../../../app.ts';
import { unmoved } from '../../../clock.ts';
import { askOutside, neverSent } from '../../ask-outside.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { PushAnswer, PushPort } from '../push.ts';
import { areKeys, encrypt } from './encrypt.ts';
import { makeKeys, vapid } from './vapid.ts';

const ANSWER_MS = 10_000;

/**
 * Chrome's and what is made of it, Mozilla's, Apple's, and Microsoft's. Nobody makes us call any
 * other host.
 */
const services =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*push\.apple\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;

export interface ServiceAnswer {
  readonly status: number;
  /** As it came. */
  readonly retryAfter: string | null;
}

/** One call of a push service. */
export type PostPush = (
  endpoint: string,
  call: { headers: Readonly<Record<string, string>>; body: Buffer; signal: AbortSignal },
) => Promise<ServiceAnswer>;

/** A push service inside of the product. */
export interface InsideService {
  readonly host: string;
  readonly post: PostPush;
}

export function webPush(
  { clock }: Pick<World, 'clock'>,
  inside?: InsideService,
  answerMs = ANSWER_MS,
): PushPort {
  const isService = (host: string) => services.test(host) || host === inside?.host;
  return {
    name: 'web-push',
    makeKeys,
    isKnown(subscription) {
      const url = URL.parse(subscription.endpoint);
      const isPlain = url && url.port === '' && url.username === '' && url.password === '';
      return Boolean(
        isPlain && url.protocol === 'https:' && isService(url.hostname) && areKeys(subscription),
      );
    },
    async send({ to, keys, contact, payload, ttlSeconds, topic, urgency }) {
      const { origin: audience, hostname } = new URL(to.endpoint);
      const post = hostname === inside?.host ? inside.post : postPush;
      const { status, retryAfter } = await post(to.endpoint, {
        headers: {
          authorization: vapid(keys, { audience, contact, now: unmoved(clock) }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSeconds),
          topic,
          urgency,
        },
        body: encrypt(payload, to),
        signal: AbortSignal.timeout(answerMs),
      }).catch((error: unknown) => {
        throw new OutsideFailure(hostname, neverSent(error) ? 'not_done' : 'unknown', error);
      });
      return answerOf(status, retryAfter, clock.now());
    },
  };
}

export const postPush: PostPush = async (endpoint, { headers, body, signal }) => {
  const options = { method: 'POST', headers: { ...headers }, body: new Uint8Array(body), signal };
  const answer = await askOutside(endpoint, options);
  await answer.body?.cancel();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
};

function answerOf(status: number, retryAfter: string | null, now: Date): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 429 && status < 500) return { kind: 'refused', status };
  return { kind: 'later', afterSeconds: secondsOf(retryAfter, now) };
}

/** So many seconds, or a date. */
function secondsOf(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}
