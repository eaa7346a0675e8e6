import { Agent, request } from 'node:http';
import type { World } from '../app.ts';
import { activateDueLines } from './carrier/sandbox-activations.ts';
import { moveDueEsims } from './carrier/sandbox-esims.ts';
import { carrierNoticeHeaders } from './carrier/sandbox-notices.ts';
import { moveDuePortIns } from './carrier/sandbox-port-in-steps.ts';
import { settleDueCharges } from './payment/sandbox-charges.ts';
import { paymentNoticeHeaders } from './payment/sandbox-notices.ts';
import { settleDueRefunds } from './payment/sandbox-refunds.ts';
import { noteDeliveries, claimDueNotices, type OutgoingNotice } from './sandbox/outbox.ts';

const EVERY_MS = 250;
const ANSWER_MS = 10_000;
const AT_ONCE = 8;

/** Brings a signed notice to us; true when it was taken in. */
export type PostNotice = (
  path: string,
  headers: Record<string, string>,
  body: string,
) => Promise<boolean>;

/**
 * What the simulated services do on their own: settle what is due, and send their notices, signed,
 * until each was taken in. State is in the database, so another process goes on where one ended.
 */
export async function tickSandboxes(world: World, post: PostNotice): Promise<void> {
  await settleDueCharges(world);
  await settleDueRefunds(world);
  await activateDueLines(world);
  await moveDuePortIns(world);
  await moveDueEsims(world);
  const due = await claimDueNotices(world);
  const sent: { notice: OutgoingNotice; received: boolean }[] = [];
  const waiting = due.values();
  // In their order, some at once; each sender has the next one when it is done with one.
  const senders = Array.from({ length: AT_ONCE }, async () => {
    for (const notice of waiting) {
      const path = `/app/notices/${notice.service}`;
      const received = await post(path, headersOf(world, notice), notice.body).catch(() => false);
      sent.push({ notice, received });
    }
  });
  await Promise.all(senders);
  await noteDeliveries(world, sent);
}

function headersOf(world: World, notice: OutgoingNotice): Record<string, string> {
  return notice.service === 'payment'
    ? paymentNoticeHeaders(world, notice.body)
    : carrierNoticeHeaders(world, notice.id, notice.body);
}

/**
 * Lets the simulated services work from the moment the server listens.
 * @param selfOrigin where this process is reached: `http://127.0.0.1:3000`
 */
export function startDelivery(
  world: World,
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
  // Only a process that takes notices in can send them to itself.
  if (world.config.roles.has('api')) schedule();

  function schedule() {
    timer = setTimeout(() => {
      working = work();
    }, EVERY_MS);
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
