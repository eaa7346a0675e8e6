import {
  createServer as createHttp,
  request,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Chance } from '../fuzz/chance.ts';

/** A way to PostgreSQL or a mail server: connections, without regard to what they carry. */
export interface Wire {
  readonly port: number;
  set(mood: WireMood): void;
  close(): void;
}
/** `cut`: all are broken, and new ones refused. `silent`: they stay, and nothing goes through. */
export type WireMood = 'well' | 'cut' | 'silent' | { readonly delay: number };

export async function openWire(to: number): Promise<Wire> {
  let mood: WireMood = 'well';
  const isSilent = () => mood === 'silent';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    near.on('error', () => {});
    if (mood === 'cut') return void near.destroy();
    const far = connect(to, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    far.on('error', () => near.destroy());
    const end = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    near.on('close', end);
    far.on('close', end);
    carry(near, far);
    carry(far, near);
  });

  /** In their order, however long each of them waits. */
  function carry(from: Socket, into: Socket): void {
    let last: Promise<unknown> = Promise.resolve();
    const pass = async (before: Promise<unknown>, wait: () => Promise<void>, bytes: Buffer) => {
      await before;
      await wait();
      if (!into.destroyed) into.write(bytes);
      from.resume();
    };
    from.on('data', (bytes) => {
      const wait = waitOf();
      from.pause();
      last = pass(last, wait, bytes);
    });
    from.on('end', () => void last.then(() => into.end()));
  }

  const waitOf = () => async () => {
    if (typeof mood === 'object') await pause(mood.delay);
    while (isSilent()) await pause(50);
  };
  await listen(server);
  return {
    port: portOf(server),
    set(next) {
      mood = next;
      if (next === 'cut') for (const pair of pairs) for (const one of pair) one.destroy();
    },
    close() {
      mood = 'cut';
      for (const pair of pairs) for (const one of pair) one.destroy();
      server.close();
    },
  };
}

/**
 * A way to a provider, request by request: `wrong` answers 503 in its place, `silent` never answers
 * and does nothing, `deaf` does it and never answers, `lying` does it and answers 500, `cut` does it
 * and breaks the connection.
 */
export type Mood = 'well' | 'slow' | 'wrong' | 'silent' | 'deaf' | 'lying' | 'cut';

export interface Front {
  readonly url: string;
  /** So many requests in a hundred meet it; the others find all well. */
  set(mood: Mood, share?: number): void;
  /** New requests wait, until those that are under way have ended and `work` is done. */
  between(work: () => void | Promise<void>): Promise<void>;
  /** How many requests met each. */
  readonly met: Readonly<Record<Mood, number>>;
  close(): void;
}

const SLOW_MS = 2500;

export async function openFront(
  to: string,
  chance: Chance,
  change: (sent: {
    method: string;
    path: string;
    headers: NodeJS.Dict<string | string[]>;
  }) => void = () => {},
): Promise<Front> {
  let mood: Mood = 'well';
  let share = 100;
  const met = { well: 0, slow: 0, wrong: 0, silent: 0, deaf: 0, lying: 0, cut: 0 };
  const silenced = new Set<ServerResponse>();
  const underWay = new Set<IncomingMessage>();
  let held: Promise<void> | undefined;
  const server = createHttp((asked, response) => {
    void (async () => {
      await held;
      underWay.add(asked);
      await serve(asked, response).catch(() => response.destroy());
      underWay.delete(asked);
    })();
  });

  async function serve(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const now = mood !== 'well' && chance.percent(share) ? mood : 'well';
    met[now] += 1;
    if (now === 'wrong') return void response.writeHead(503).end('{"error":"overloaded"}');
    if (now === 'silent') return void silenced.add(response);
    if (now === 'slow') await pause(chance.under(SLOW_MS));
    const answer = await forward(asked, body);
    if (now === 'cut') return void response.destroy();
    if (now === 'deaf') return void silenced.add(response);
    if (now === 'lying') return void response.writeHead(500).end('{"error":"lost"}');
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  function forward(asked: IncomingMessage, body: Buffer) {
    const sent = {
      method: asked.method ?? 'GET',
      path: asked.url ?? '/',
      headers: { ...asked.headers, host: new URL(to).host },
    };
    change(sent);
    const done = Promise.withResolvers<{
      status: number;
      headers: NodeJS.Dict<string | string[]>;
      body: Buffer;
    }>();
    const going = request(new URL(sent.path, to), { method: sent.method, headers: sent.headers });
    going.on('response', (answer) => {
      buffer(answer).then(
        (read) =>
          done.resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: read }),
        done.reject,
      );
    });
    going.on('error', done.reject);
    going.end(body);
    return done.promise;
  }

  await listen(server);
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    met,
    async between(work) {
      const release = Promise.withResolvers<void>();
      held = release.promise;
      while (underWay.size > 0) await pause(10);
      try {
        await work();
      } finally {
        release.resolve();
      }
    },
    set(next, of = 100) {
      mood = next;
      share = of;
      for (const response of silenced) response.destroy();
      silenced.clear();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const listen = (server: Server) =>
  new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
