import { eventsName, eventsPath } from '@portside/contract/events';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import {
  eventsOf,
  newsOf,
  watchEvents,
  type Listener,
  type NumberedEvent,
} from '../events/events.ts';
import type { Identify } from './api.ts';
import { bearerOf, visitorOf } from './caller.ts';
import { No } from './no.ts';
import { networkOf } from './network.ts';
import { tenantOf } from './tenant.ts';
import type { Customer, Visitor } from './who.ts';

const HEARTBEAT_MS = 15_000;
const LOOK_AT_SESSIONS_MS = 2_000;
const LASTS_MS = 5 * 60_000;

/** Browser ids are free, so streams are limited by network. */
const ANONYMOUS_A_NETWORK = 200;
/** A plain token may be used in a few browsers. */
const A_SESSION = 4;

export type LiveSessions = (app: App, sessionIds: string[]) => Promise<ReadonlySet<string>>;

interface Stream {
  readonly sessionId?: string;
  readonly network?: string;
  end(last?: 'replaced' | 'again'): void;
}

/** `GET /app/events`. A browser's newest stream replaces the one before. */
export function events(
  app: App,
  identify: Identify,
  liveSessions: LiveSessions,
): FastifyPluginAsync {
  return async (http) => {
    const watch = watchEvents(app);
    const streams = new Map<string, Stream>();
    const endEnded = async () => {
      const open = [...streams.values()];
      const ids = new Set(open.flatMap(({ sessionId }) => sessionId ?? []));
      if (ids.size === 0) return;
      const live = await liveSessions(app, [...ids]);
      for (const stream of open) {
        if (stream.sessionId && !live.has(stream.sessionId)) stream.end('again');
      }
    };
    const look = setInterval(() => {
      endEnded().catch((error: unknown) => app.log.warn({ error }, 'sessions could not be read'));
    }, LOOK_AT_SESSIONS_MS);
    let closing = false;
    http.addHook('preClose', async () => {
      closing = true;
      clearInterval(look);
      for (const stream of Array.from(streams.values())) stream.end('again');
      await watch.close();
    });

    http.get(eventsPath, { schema: description }, async (request, reply) => {
      const visitor = visitorOf(app, tenantOf(app.brands, request.headers), request);
      const token = bearerOf(request);
      const customer = token && (await identify(app, visitor, token, eventsName));
      if (token && !customer) throw new No('unauthenticated');
      const { who, key } = listenerOf(visitor, customer || undefined);

      streams.get(key)?.end('replaced');
      const network = networkOf(visitor.network);
      const isCrowded = customer
        ? count(streams, { sessionId: customer.sessionId }) >= A_SESSION
        : count(streams, { network }) >= ANONYMOUS_A_NETWORK;
      if (isCrowded) throw new No('too_often', { retryAfter: 60 });
      const send = begin(reply);
      let stop = () => {};
      const beat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
      const stream: Stream = {
        ...(customer ? { sessionId: customer.sessionId } : { network }),
        end(last) {
          clearInterval(beat);
          clearTimeout(over);
          stop();
          if (streams.get(key) === stream) streams.delete(key);
          if (last) send(`event: ${last}\ndata: {}\n\n`);
          reply.raw.end();
        },
      };
      const over = setTimeout(() => stream.end('again'), LASTS_MS);
      streams.set(key, stream);
      reply.raw.once('close', () => stream.end());
      // It arrived while the server was closing.
      if (closing) return stream.end('again');

      const delivered = new Set<number>();
      const deliver = (event: NumberedEvent) => {
        if (delivered.has(event.eventId)) return;
        delivered.add(event.eventId);
        send(inWire(event));
      };
      try {
        stop = await watch.listen(who, deliver);
        if (reply.raw.writableEnded) return stop();
        send('retry: 3000\nevent: ready\ndata: {}\n\n');
        const after = Number(request.headers['last-event-id']);
        const knows = Number.isSafeInteger(after) && after > 0;
        const missed = await (knows ? eventsOf(app, who, after) : newsOf(app, who));
        for (const event of missed) deliver(event);
      } catch (error) {
        stream.end();
        throw error;
      }
    });
  };
}

function listenerOf(
  visitor: Visitor,
  customer: Customer | undefined,
): { who: Listener; key: string } {
  const { tenant, browserId } = visitor;
  if (customer) return { who: customer, key: `${customer.sessionId} ${browserId ?? ''}` };
  if (!browserId) throw new No('unauthenticated');
  return { who: { tenant, browserId }, key: `anonymous ${tenant} ${browserId}` };
}

function count(
  streams: ReadonlyMap<string, Stream>,
  of: { sessionId: string } | { network: string },
): number {
  const isOf = (one: Stream) =>
    'network' in of ? one.network === of.network : one.sessionId === of.sessionId;
  return [...streams.values()].filter(isOf).length;
}

const description = {
  summary: 'Server-sent events: line, portIn, order and chat, each {id, status}',
  tags: ['events'],
  produces: ['text/event-stream'],
  security: [{ client: [], token: [] }],
};

/** No compression, no length, no caching. */
function begin(reply: FastifyReply): (text: string) => void {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  return (text) => {
    if (!reply.raw.writableEnded) reply.raw.write(text);
  };
}

const inWire = ({ eventId, kind, id, status }: NumberedEvent) =>
  `id: ${eventId}\nevent: ${kind}\ndata: ${JSON.stringify({ id, status })}\n\n`;
