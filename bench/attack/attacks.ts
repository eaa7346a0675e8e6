import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventsPath } from '@portside/contract/events';
import { openCalls } from '../calls.ts';
import { steadily } from '../login-flood.ts';
import { harbor } from '../people.ts';

/** What an attack met: how many of its tries were answered with what. */
type Met = Readonly<Record<string, number>>;

export interface Attack {
  readonly name: string;
  /** Whoever is not answered so was at another door than the one that is attacked. */
  readonly reaches: string;
  /** For so many seconds, whatever the answers. */
  run(where: Attacked, seconds: number): Promise<Met>;
}

export interface Attacked {
  readonly address: string;
  /** Of an account that the attacker has. */
  readonly token: string;
  /** Of somebody else. */
  readonly victim: string;
}

const count = (answers: readonly (number | string)[]): Met => {
  const met: Record<string, number> = {};
  for (const answer of answers) met[answer] = (met[answer] ?? 0) + 1;
  return met;
};

const from = (network: string) => ({ ...harbor, 'x-forwarded-for': network });
const manyNetworks = (at: number) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
const oneNetwork = '203.0.113.66';

/** Calls at a fixed rate, each from its network. */
async function calls(
  address: string,
  seconds: number,
  rate: number,
  call: (calls: ReturnType<typeof openCalls>, at: number) => Promise<{ status: number }>,
): Promise<Met> {
  const sender = openCalls(address, 64);
  try {
    const answers = await steadily(
      rate,
      (at) =>
        call(sender, at).then(
          ({ status }) => status,
          () => 0,
        ),
      seconds,
    );
    return count(answers.map(({ status }) => (status === 0 ? 'cut' : status)));
  } finally {
    sender.close();
  }
}

/** Connections that stay for the whole time. */
async function hold(
  address: string,
  seconds: number,
  connections: number,
  begin: (socket: Socket, at: number) => void,
): Promise<Met> {
  const { hostname, port } = new URL(address);
  const held = Array.from({ length: connections }, (_, at) => {
    const socket = connect(Number(port), hostname);
    const one = { socket, answer: 'no answer' };
    socket.setEncoding('utf8').on('data', (part) => {
      if (one.answer === 'no answer') one.answer = String(part).slice(9, 12);
    });
    socket.on('error', () => {});
    socket.once('connect', () => begin(socket, at));
    return one;
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const met = held.map(
    ({ socket, answer }) => `${answer}, ${socket.destroyed ? 'closed' : 'open'}`,
  );
  for (const { socket } of held) socket.destroy();
  return count(met);
}

/** Streams that stay open, each of a browser of its own. */
async function streams(
  address: string,
  seconds: number,
  networkOf: (at: number) => string,
): Promise<Met> {
  const sender = openCalls(address, 8);
  const mids = await Promise.all(
    Array.from({ length: 600 }, async (_, at) => {
      const answer = await sender.post('/app/browsers', from(manyNetworks(420_000 + at)), {});
      return (answer.body as { mid: string }).mid;
    }),
  );
  sender.close();
  return hold(address, seconds, mids.length, (socket, at) => {
    const headers = { ...from(networkOf(at)), host: 'localhost', 'x-mid': mids[at] };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${eventsPath} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}

/** The same bytes again and again, 20 a second, a network each. */
async function bodies(
  address: string,
  seconds: number,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<Met> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const send = (at: number) =>
    new Promise<number>((resolve) => {
      const all = {
        ...from(manyNetworks(350_000 + at)),
        'content-type': 'application/json',
        'content-length': body.byteLength,
        ...headers,
      };
      const url = `${address}/app/users/login`;
      const call = request(url, { method: 'POST', agent, headers: all }, (answer) =>
        answer.resume().on('close', () => resolve(answer.statusCode ?? 0)),
      );
      call.on('error', () => resolve(0));
      call.end(body);
    });
  try {
    const answers = await steadily(20, send, seconds);
    return count(answers.map(({ status }) => (status === 0 ? 'cut' : status)));
  } finally {
    agent.destroy();
  }
}

export const attacks: readonly Attack[] = [
  {
    name: 'login flood from one network, 100 a second',
    reaches: '422',
    run: ({ address }, seconds) =>
      calls(address, seconds, 100, (to, at) =>
        to.post('/app/users/login', from(oneNetwork), {
          email: `guess${at}@example.com`,
          password: 'Harbor1!',
        }),
      ),
  },
  {
    name: 'login flood from a network each, 30 a second',
    reaches: '422',
    run: ({ address }, seconds) =>
      calls(address, seconds, 30, (to, at) =>
        to.post('/app/users/login', from(manyNetworks(at)), {
          email: `guess${at}@example.com`,
          password: 'Harbor1!',
        }),
      ),
  },
  {
    name: 'guessing one person’s password, a network each, 30 a second',
    reaches: '422',
    run: ({ address, victim }, seconds) =>
      calls(address, seconds, 30, (to, at) =>
        to.post('/app/users/login', from(manyNetworks(70_000 + at)), {
          email: victim,
          password: `Guess${at}!`,
        }),
      ),
  },
  {
    name: 'guessing one person’s login code, a network each, 30 a second',
    reaches: '422',
    async run({ address, victim }, seconds) {
      const sender = openCalls(address, 1);
      await sender.post('/app/users/login/otp', from('198.51.100.7'), { email: victim });
      sender.close();
      return calls(address, seconds, 30, (to, at) =>
        to.post('/app/users/login/otp/verify', from(manyNetworks(140_000 + at)), {
          email: victim,
          otp: String(100_000 + at),
        }),
      );
    },
  },
  {
    name: 'prices scraped from one network, 100 a second',
    reaches: '200',
    run: ({ address }, seconds) =>
      calls(address, seconds, 100, (to, at) =>
        to.get(`/app/plans/prices?zipCode=${10_001 + (at % 400)}`, from(oneNetwork)),
      ),
  },
  {
    name: 'quotes scraped by one account, 50 a second',
    reaches: '200',
    run: ({ address, token }, seconds) =>
      calls(address, seconds, 50, (to, at) =>
        to.post(
          '/app/checkout/quote',
          { ...from(manyNetworks(210_000 + at)), authorization: `Bearer ${token}` },
          { planId: 'ferry-5', cartId: `scrape-${at}`, zipCode: String(10_001 + (at % 400)) },
        ),
      ),
  },
  {
    name: 'numbers checked by one account, 50 a second',
    reaches: '200',
    run: ({ address, token }, seconds) =>
      calls(address, seconds, 50, (to, at) =>
        to.post(
          '/app/users/portin/check',
          { ...from(manyNetworks(280_000 + at)), authorization: `Bearer ${token}` },
          { msisdn: `21255501${String(at % 100).padStart(2, '0')}`, zipCode: '10001' },
        ),
      ),
  },
  {
    name: 'pages that no cache has, from one network, 100 a second',
    reaches: '200',
    run: ({ address }, seconds) =>
      calls(address, seconds, 100, (to, at) => to.get(`/shop?x=${at}`, from(oneNetwork))),
  },
  {
    name: '600 event streams from one network',
    reaches: '200, open',
    run: ({ address }, seconds) => streams(address, seconds, () => oneNetwork),
  },
  {
    name: '600 event streams from six networks',
    reaches: '200, open',
    run: ({ address }, seconds) => streams(address, seconds, (at) => `203.0.113.${at % 6}`),
  },
  {
    name: '600 clients that never finish their request',
    reaches: 'no answer, open',
    run: ({ address }, seconds) =>
      hold(address, seconds, 600, (socket) => {
        socket.write(
          'POST /app/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n',
        );
        const drip = setInterval(() => socket.write('x: y\r\n'), 1000);
        socket.once('close', () => clearInterval(drip));
      }),
  },
  {
    name: 'bodies of 5 MB, 20 a second',
    reaches: '413',
    run: ({ address }, seconds) =>
      bodies(address, seconds, Buffer.from(`{"email":"${'x'.repeat(5_000_000)}"}`), {}),
  },
  {
    name: 'compressed bodies of 50 MB, 20 a second',
    reaches: '413',
    run: ({ address }, seconds) =>
      bodies(address, seconds, gzipSync(`{"email":"${'x'.repeat(50_000_000)}"}`), {
        'content-encoding': 'gzip',
      }),
  },
];
