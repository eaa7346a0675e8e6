import { connect, type Socket } from 'node:net';

/** A proxy passes on many people's calls; from one address alone the limits would soon answer. */
const callers = Array.from({ length: 64 }, (_, at) => `198.51.100.${at + 1}`);
const CONNECTIONS = 16;
const HEAD_ENDS = '\r\n\r\n';

/** Somebody who asks, by the headers that tell who. */
export type Asker = Readonly<Record<string, string>>;

/** What is asked for, by these in turns, with what is different each time. */
export interface Target {
  readonly url: string;
  /** Several are one after the other, as a page asks for them. */
  readonly paths: readonly string[];
  readonly askers?: readonly Asker[];
  /** Headers that can be used once. */
  readonly fresh?: (asker: Asker, path: string) => Asker;
}

/** How long: seconds, or requests, which on a busy machine take as long as they take. */
export type Length = { readonly seconds: number } | { readonly requests: number };

export interface Driven {
  readonly requests: number;
  readonly perSecond: number;
}

/**
 * Asks as fast as the answers come, on connections that stay open. Anything but 2xx or 304 is an
 * error. It reads no more of an answer than its length: what asks must not be slower than what answers.
 */
export async function drive(target: Target, length: Length): Promise<Driven> {
  const next = requestsOf(target);
  const began = performance.now();
  const until = 'seconds' in length ? began + length.seconds * 1000 : Infinity;
  const most = 'requests' in length ? length.requests : Infinity;
  let asked = 0;
  const ask = () => {
    if (asked >= most || performance.now() >= until) return undefined;
    asked += 1;
    return next();
  };
  const { hostname, port } = new URL(target.url);
  const talks = Array.from({ length: CONNECTIONS }, () =>
    talk(connect({ host: hostname, port: Number(port), noDelay: true }), ask),
  );
  await Promise.all(talks);
  return { requests: asked, perSecond: asked / ((performance.now() - began) / 1000) };
}

/** Each request as the bytes of it, in turns. */
function requestsOf({ url, paths, askers = [{}], fresh }: Target): () => string {
  const { host } = new URL(url);
  const count = Math.max(askers.length, callers.length);
  const requests = Array.from({ length: count }, (_, at) => {
    const asker = askers[at % askers.length] ?? {};
    return paths.map((path) => {
      const caller = { host, ...asker, 'x-forwarded-for': callers[at % callers.length] ?? '' };
      return { asker, path, head: `GET ${path} HTTP/1.1\r\n${headerLines(caller)}` };
    });
  }).flat();
  let turn = 0;
  return () => {
    const request = requests[turn++ % requests.length];
    if (!request) throw new Error('There is nothing to ask for');
    const { asker, path, head } = request;
    return `${head}${fresh ? headerLines(fresh(asker, path)) : ''}\r\n`;
  };
}

const headerLines = (headers: Asker) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** Sends one request after the other, each when the answer to the last one is whole. */
function talk(socket: Socket, ask: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    let missing = 0;
    let isOver = false;
    const send = () => {
      const request = ask();
      isOver = request === undefined;
      if (request === undefined) socket.end(resolve);
      else socket.write(request, 'latin1');
    };
    const fail = (why: string) => {
      socket.destroy();
      reject(new Error(why));
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => isOver || fail('A connection was closed before its answer'));
    socket.on('data', (part) => {
      if (missing > 0) missing -= part.length;
      else {
        head += part.toString('latin1');
        const end = head.indexOf(HEAD_ENDS);
        if (end < 0) return;
        const status = head.slice(9, 12);
        if (!/^(2\d\d|304)$/.test(status)) return fail(`Answered with ${head.slice(9, 400)}`);
        const length = status === '304' ? '0' : /\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (length === undefined) return fail(`An answer without a length: ${head.slice(0, end)}`);
        missing = Number(length) - (head.length - end - HEAD_ENDS.length);
        head = '';
      }
      if (missing === 0) send();
      else if (missing < 0) fail('An answer was longer than it said');
    });
  });
}
