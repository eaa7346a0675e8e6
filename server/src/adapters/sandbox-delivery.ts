import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { settingsOf } from '../settings/adapter-settings.ts';
import type { App, World } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { prepared } from '../db/prepared.ts';
import { activateDueLines, nextActivation } from './carrier/sandbox/activations.ts';
import { moveDueEsims, nextEsim } from './carrier/sandbox/esims.ts';
import { activateDueChanges, nextChange } from './carrier/sandbox/sim-changes.ts';
import { carrierNoticeHeaders } from './carrier/sandbox/notices.ts';
import { moveDuePortIns, nextPortIn } from './carrier/sandbox/port-in-steps.ts';
import { nextCharge, settleDueCharges } from './payment/sandbox/charges.ts';
import { nextDispute, settleDueDisputes } from './payment/sandbox/disputes.ts';
import { paymentNoticeHeaders } from './payment/sandbox/notices.ts';
import { nextRefund, settleDueRefunds } from './payment/sandbox/refunds.ts';
import { isSandboxed } from './sandbox/sandboxed.ts';
import {
  claimDueNotices,
  nextNotice,
  noteDeliveries,
  type OutgoingNotice,
} from './sandbox/outbox.ts';

const ANSWER_MS = 10_000;
const AT_ONCE = 8;

/** True when it was accepted. */
export type PostNotice = (
  path: string,
  headers: Record<string, string>,
  body: string,
) => Promise<boolean>;

const steps = [
  { next: nextCharge, move: settleDueCharges },
  { next: nextRefund, move: settleDueRefunds },
  { next: nextDispute, move: settleDueDisputes },
  { next: nextActivation, move: activateDueLines },
  { next: nextPortIn, move: moveDuePortIns },
  { next: nextChange, move: activateDueChanges },
  { next: nextEsim, move: moveDueEsims },
] as const;

/** The notices last. */
const nextOfEach = [...steps.map(({ next }) => next), nextNotice];

/** When {@link tickSandboxes} has something to do. */
export const nextAtSandboxes = sql<Date | null>`least(${sql.join(nextOfEach)})`;

const askNext = prepared((db) => {
  const each = nextOfEach.map((next, at) => sql`${next} as ${sql.ref(`at${at}`)}`);
  return sql<Record<string, Date | null>>`select ${sql.join(each)}`.compile(db);
});

/**
 * Settles what is due in the simulated services and sends their signed notices until accepted. Any
 * process can take over: the state is in the database.
 */
export async function tickSandboxes(world: World, post: PostNotice): Promise<void> {
  const [next = {}] = await askNext(world.db.query);
  const now = world.clock.now();
  const isDue = (at: number) => (next[`at${at}`] ?? Infinity) <= now;
  const moves = steps.filter((_, at) => isDue(at));
  for (const { move } of moves) await move(world);
  // A step brings notices.
  if (moves.length === 0 && !isDue(steps.length)) return;
  const due = await claimDueNotices(world);
  const sent: { notice: OutgoingNotice; received: boolean }[] = [];
  const waiting = due.values();
  // In order, several at once.
  const senders = Array.from({ length: AT_ONCE }, async () => {
    for (const notice of waiting) {
      const path = addressOf(world, notice.service);
      const received = await post(path, headersOf(world, notice), notice.body).catch(() => false);
      sent.push({ notice, received });
    }
  });
  await Promise.all(senders);
  await noteDeliveries(world, sent);
}

/** Of a brand that is simulated. */
function addressOf({ brands, config }: World, service: OutgoingNotice['service']): string {
  const kindOf = (brand: Brand) => settingsOf(config.adapters, brand.id)[service].kind;
  const brand = brands.all.find((one) => kindOf(one) === 'sandbox') ?? brands.first;
  return `/app/notices/${service}${brand === brands.first ? '' : `/${brand.id}`}`;
}

function headersOf(world: World, notice: OutgoingNotice): Record<string, string> {
  return notice.service === 'payment'
    ? paymentNoticeHeaders(world, notice.body)
    : carrierNoticeHeaders(world, notice.id, notice.body);
}

/** @param selfOrigin `http://127.0.0.1:3000` */
export function startDelivery(
  world: World & Pick<App, 'lookEveryMs'>,
  selfOrigin: string,
): { stop(): Promise<void>; tick(): Promise<void> } {
  const ending = new AbortController();
  const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const post: PostNotice = (path, headers, body) =>
    new Promise((resolve, reject) => {
      const sending = request(`${selfOrigin}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: connections,
        signal: ending.signal,
        timeout: ANSWER_MS,
      });
      sending.on('response', (answer) => {
        answer.on('end', () => resolve(answer.statusCode === 200)).on('error', reject);
        answer.resume();
      });
      sending.on('timeout', () => sending.destroy(new Error('No answer came')));
      sending.on('error', reject);
      sending.end(body);
    });
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  // Only a process with the API can send them to itself.
  const isNeeded = isSandboxed(world, 'payment') || isSandboxed(world, 'carrier');
  if (isNeeded && world.config.roles.has('api')) schedule();

  function schedule() {
    timer = setTimeout(() => {
      working = work();
    }, world.lookEveryMs);
  }
  async function work() {
    try {
      await tickSandboxes(world, post);
    } catch (error) {
      world.log.warn({ error }, 'the sandboxes stumbled');
    }
    if (!ending.signal.aborted) schedule();
  }
  return {
    tick: () => tickSandboxes(world, post),
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await working;
      connections.destroy();
    },
  };
}
