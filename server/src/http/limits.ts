import { isIPv4, isIPv6 } from 'node:net';
import { normalEmail } from '@portside/contract/fields';
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { App } from '../app.ts';
import { No, Refused } from './no.ts';
import type { Customer, Visitor } from './who.ts';

interface Limit {
  /** What is counted: the network address, the browser, the address in the input, or the customer. */
  readonly by: 'network' | 'browser' | 'email' | 'account';
  readonly points: number;
  readonly minutes: number;
  /** Only what was refused counts; one success forgets the refusals before it. */
  readonly refusals?: true;
  /** The field without which an answer is no success yet: asking for a code forgets nothing. */
  readonly provenBy?: string;
}

/** A place for guessing: so many calls from one network, so many refusals for one address. */
const guessed = (by: 'email' | 'account'): readonly Limit[] => [
  { by: 'network', points: 60, minutes: 15 },
  { by, points: 10, minutes: 15, refusals: true },
];
/** What makes letters. */
const posted = (by: 'email' | 'account'): readonly Limit[] => [
  { by: 'network', points: 30, minutes: 60 },
  { by, points: 12, minutes: 60 },
];

/** What anybody may ask and the carrier answers: a browser asks a few times, a list asks for hours. */
const asked: readonly Limit[] = [
  { by: 'network', points: 120, minutes: 15 },
  { by: 'browser', points: 60, minutes: 15 },
];

/** Calls that an attacker would repeat, by the endpoint's name; the others have the server's limit. */
const limits: Readonly<Record<string, readonly Limit[]>> = {
  register: [{ by: 'network', points: 20, minutes: 60 }],
  login: guessed('email'),
  askLoginCode: posted('email'),
  enterLoginCode: guessed('email'),
  forgotPassword: posted('email'),
  resetPassword: [{ by: 'network', points: 30, minutes: 15 }],
  changePassword: guessed('account'),
  stepUp: [{ by: 'account', points: 10, minutes: 15, refusals: true, provenBy: 'provenUntil' }],
  editUser: [{ by: 'account', points: 30, minutes: 60 }],
  resendCode: posted('account'),
  askEmailCode: posted('account'),
  confirmEmail: guessed('account'),
  changeEmail: guessed('account'),
  askPasskeyLogin: [{ by: 'network', points: 120, minutes: 15 }],
  passkeyLogin: [{ by: 'network', points: 60, minutes: 15 }],
  crmLogin: [{ by: 'network', points: 30, minutes: 15 }],
  createCrmTicket: [{ by: 'network', points: 600, minutes: 15 }],
  checkPortIn: asked,
  checkSim: asked,
  checkDevice: asked,
  // Each asks the carrier and the tax service, and is written down.
  askQuote: [
    { by: 'network', points: 300, minutes: 15 },
    { by: 'browser', points: 150, minutes: 15 },
  ],
  // Card numbers are tried out where nobody counts.
  placeOrder: [
    { by: 'network', points: 120, minutes: 15 },
    { by: 'account', points: 40, minutes: 15 },
  ],
  openCardPage: [{ by: 'account', points: 20, minutes: 60 }],
  // Each one posts a letter to an address that nobody has confirmed.
  contactUs: [
    { by: 'network', points: 10, minutes: 60 },
    { by: 'email', points: 5, minutes: 60 },
  ],
  // People write short lines; a person reads them.
  sendChatMessage: [
    { by: 'network', points: 60, minutes: 15 },
    { by: 'account', points: 30, minutes: 10 },
    { by: 'browser', points: 30, minutes: 10 },
  ],
};

/** Networks are shared by tests and people of one machine while everything is simulated. */
const SANDBOX_FACTOR = 100;

/** Runs a call within its limits. Invalid input is no try at anything. @throws No `too_often` */
export type WithinLimits = <T>(
  call: string,
  who: Visitor | Customer,
  input: Readonly<Record<string, unknown>>,
  run: () => Promise<T>,
) => Promise<T>;

/** Limits that all processes share: they are counted in the database, whichever one it is. */
export function openLimits(app: App): WithinLimits {
  const simulated = Object.values(app.adapters).every((one) => isSimulated(one.name));
  const limiters = new Map(
    Object.entries(limits).map(([call, list]) => [
      call,
      list.map((limit) => ({ limit, limiter: limiterOf(app, call, limit, simulated) })),
    ]),
  );
  return async (call, who, input, run) => {
    const counted = (limiters.get(call) ?? []).flatMap(({ limit, limiter }) => {
      const key = keyOf(app, limit.by, who, input);
      return key === undefined ? [] : [{ limit, limiter, key }];
    });
    // Counted before the call runs: tries at the same moment count too.
    for (const { limiter, key } of counted) await consume(limiter, key);
    let answer;
    try {
      answer = await run();
    } catch (error) {
      if (isInvalid(error)) for (const { limiter, key } of counted) await limiter.reward(key);
      throw error;
    }
    for (const { limit, limiter, key } of counted) {
      if (limit.refusals && isSuccess(limit, answer)) await limiter.delete(key);
    }
    return answer;
  };
}

const isInvalid = (error: unknown) => error instanceof No && error.code === 'invalid';

function isSuccess({ provenBy }: Limit, answer: unknown): boolean {
  if (answer instanceof Refused) return false;
  return provenBy === undefined || (answer as Record<string, unknown>)[provenBy] != null;
}

const isSimulated = (name: string) => ['sandbox', 'mailbox', 'built-in'].includes(name);

function limiterOf(app: App, call: string, limit: Limit, simulated: boolean): RateLimiterPostgres {
  const factor = limit.by === 'network' && simulated ? SANDBOX_FACTOR : 1;
  return new RateLimiterPostgres({
    // The library needs no more of a database than this, so PGlite serves it as PostgreSQL does.
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        app.db.query.executeQuery(CompiledQuery.raw(text, values)),
    },
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    keyPrefix: `${call}:${limit.by}`,
    points: limit.points * factor,
    duration: limit.minutes * 60,
  });
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new No('too_often', { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
  }
}

/** Whom it counts for, not readable in the table. Undefined: the call does not tell. */
function keyOf(
  app: App,
  by: Limit['by'],
  who: Visitor | Customer,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const value = {
    network: networkOf(who.network),
    browser: who.browserId,
    email: typeof input.email === 'string' ? normalEmail(input.email) : undefined,
    account: 'customerId' in who ? who.customerId : undefined,
  }[by];
  return value && app.secrets.mac(`${who.tenant}:${value}`, 'limit').slice(0, 40);
}

/**
 * Whoever has one IPv6 address has the 2^64 beside it too. Some proxies write the port behind the
 * address, and it is another one for each connection.
 */
export function networkOf(told: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(told) ?? [];
  const address = bracketed ?? told.replace(/^([\d.]+):\d+$/, '$1');
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return isIPv4(address) ? address : 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
