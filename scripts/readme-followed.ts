import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './running.ts';

/** README and guide, followed word for word on what git has: nothing of this folder helps. */
const folder = mkdtempSync(path.join(tmpdir(), 'portside-readme-'));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');
const guide = read('docs/connect-a-brand.md');
const blocksOf = (page: string) =>
  [...page.matchAll(/^```sh\n(.*?)\n```$/gms)].map((block) => block[1] ?? '');
const [START = '', TEST = ''] = blocksOf(readme);

/** Their own Node and npm, without this run's settings. */
const environment = Object.fromEntries(
  Object.entries(process.env)
    .filter(
      ([name]) => !/^(?:npm_(?!config_(?:cache|registry)$)|NODE_|VITEST|TEST_|PORT|CI$)/.test(name),
    )
    .map(([name, value = '']) =>
      name === 'PATH'
        ? [
            name,
            value
              .split(path.delimiter)
              .filter((one) => !one.startsWith(root))
              .join(path.delimiter),
          ]
        : [name, value],
    ),
);

interface Product {
  readonly port: number;
  stop(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });

/** As typed into a shell; only the port is another one, so that a shop of yours may stay open. */
async function runs(command: string): Promise<Product> {
  const port = await freePort();
  const child: ChildProcess = spawn('bash', ['-c', command], {
    cwd: folder,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const ended = new Promise<void>((end) => child.once('exit', () => end()));
  await new Promise<void>((found, lost) => {
    const hear = (part: Buffer) => {
      output += part.toString();
      if (output.includes(`is open at http://localhost:${port}`)) found();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void ended.then(() => lost(new Error(`${command} ended:\n${output}`)));
  });
  return {
    port,
    async stop() {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
    },
  };
}

const run = (command: string) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

let product: Product;
beforeAll(async () => {
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.stdout.split('\0').filter((one) => existsSync(path.join(root, one)))) {
    if (file) cpSync(path.join(root, file), path.join(folder, file));
  }
  product = await runs(START);
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Headers = Readonly<Record<string, string>>;

function ask(
  address: string,
  { host, body, headers = {} }: { host?: string; body?: object; headers?: Headers } = {},
) {
  return new Promise<Awaited<ReturnType<typeof answerOf>>>((found, lost) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: product.port,
        path: address,
        method: body ? 'POST' : 'GET',
        headers: {
          host: `${host ?? 'localhost'}:${product.port}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => void answerOf(answer).then(found, lost),
    );
    asked.once('error', lost);
    asked.end(body && JSON.stringify(body));
  });
}

async function answerOf(answer: IncomingMessage) {
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  const { statusCode: status = 0 } = answer;
  return isJson
    ? { status, page: '', said: (await json(answer)) as Record<string, unknown> }
    : { status, page: await text(answer), said: {} };
}

/** `x-api-key: harbor-demo-key`, as the README has them. */
const api: Headers = Object.fromEntries(
  [...readme.matchAll(/`(x-api-key|company-code|mvnoId): ([\w-]+)`/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);
const password = /Their password is `([^`]+)`/.exec(readme)?.[1] ?? '';

async function logIn(
  email: string,
): Promise<(address: string) => Promise<Record<string, unknown>>> {
  const { status, said } = await ask('/app/users/login', {
    body: { email, password },
    headers: api,
  });
  expect(status, email).toBe(200);
  const headers = { ...api, authorization: `Bearer ${String(said.token)}` };
  return async (address) => (await ask(address, { headers })).said;
}

test('the README has two commands to try, and the first one opens the shop', async () => {
  expect(blocksOf(readme)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  expect(TEST).toBe('npm ci && npm test');
  const { status, page } = await ask('/');
  expect(status).toBe(200);
  expect(page).toContain('Harbor');
  expect(existsSync(path.join(folder, '.portside'))).toBe(true);
});

test('each address that the README names answers', async () => {
  const named = [...readme.matchAll(/`(\/[a-z][\w/-]*)`/g)].map(([, address = '']) => address);
  expect(named).toEqual(expect.arrayContaining(['/sandbox', '/sandbox/mail', '/app/docs', '/es']));
  for (const address of new Set(named)) expect((await ask(address)).status, address).toBe(200);
  expect((await ask('/', { host: 'mesa.localhost' })).page).toContain('Mesa Wireless');
  expect(/<html[^>]* lang="es"/.test((await ask('/es')).page)).toBe(true);
});

test('the demo people have what their table says', async () => {
  const people = [...readme.matchAll(/^\| `(\w+@example\.com)`/gm)].map(([, email = '']) => email);
  expect(people).toHaveLength(4);
  const has = async (email: string) => {
    const get = await logIn(email);
    const { lines } = await get('/app/lines');
    const { transactions } = await get('/app/payments/transactions');
    const cards = await get('/app/payments/cards');
    return { lines, transactions, cards: JSON.stringify(cards).match(/last4/gi)?.length ?? 0 } as {
      lines: { status: string }[];
      transactions: { successful: boolean }[];
      cards: number;
    };
  };
  const [maya, omar, ines, lee] = await Promise.all(people.map(has));
  expect(maya?.lines.map(({ status }) => status)).toEqual(['active']);
  expect(maya?.cards).toBe(2);
  expect(maya?.transactions).toHaveLength(7);
  expect(maya?.transactions.filter(({ successful }) => !successful)).toHaveLength(1);
  expect([omar?.lines, omar?.transactions, omar?.cards]).toEqual([[], [], 0]);
  expect(ines?.lines.map(({ status }) => status)).toEqual(['pending']);
  expect(lee?.lines).toHaveLength(1);
});

test('the API takes the headers and the CRM’s secret that the README names', async () => {
  expect(Object.keys(api)).toEqual(['x-api-key', 'company-code', 'mvnoId']);
  const { said } = await ask('/app/plans', { headers: api });
  expect((said.plans as unknown[]).length).toBeGreaterThan(0);
  const [, secret = '', header = ''] =
    /CRM's secret is `([\w-]+)` in `([\w-]+)`/.exec(readme) ?? [];
  const body = { email: 'maya@example.com', agent: 'Ann', reason: 'She called' };
  const ticket = await ask('/app/crm/tickets', { body, headers: { ...api, [header]: secret } });
  expect(ticket.status).toBe(200);
});

test('each command of the README is there, and the command line lists its verbs', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...(readme + guide).matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(
    ([, name = '']) => name,
  );
  for (const name of named) if (name !== 'ci') expect(Object.keys(scripts), name).toContain(name);
  const { status, output } = run('npm run portside --');
  expect(status).toBe(0);
  for (const verb of ['doctor', 'ready', 'brand new', 'plans import'])
    expect(output).toContain(verb);
});

test('links of README and guide lead to files, and each setting they name is one', () => {
  const settings = read('docs/settings.md');
  for (const [file, page] of [
    ['README.md', readme],
    ['docs/connect-a-brand.md', guide],
  ] as const) {
    for (const [, link = ''] of page.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
      expect(existsSync(path.join(folder, path.dirname(file), link)), `${file}: ${link}`).toBe(
        true,
      );
    }
    for (const [name] of page.matchAll(/\b(?:PORTSIDE|STRIPE|GIGS|MAIL|DATABASE)_[A-Z_]*[A-Z]/g)) {
      const plain = name.replace(/__MESA(?:_FILE)?$|_FILE$/, '');
      expect(settings, `${file}: ${name}`).toContain(`\`${plain}\``);
    }
  }
});

test('the guide’s commands say what it says they do', () => {
  const commands = blocksOf(guide).filter((block) => block.startsWith('npm'));
  const [doctor = '', ready = ''] = commands;
  expect(commands).toHaveLength(2);
  const examined = run(doctor);
  expect(examined.output).toContain('NOTE  ready to sell: no, this is a trial');
  expect(examined.output).toMatch(/^ok {4}plans of mesa: \d+ on sale$/m);
  expect(examined.status, examined.output).toBe(0);
  const asked = run(ready);
  expect(asked.output).toContain('mesa is not ready to sell, for want of: product');
  expect(asked.status).toBe(1);
});

test('a brand of one’s own has a shop with plans after the next start, and dev works on a fresh clone', async () => {
  const made = run('npm run portside -- brand new Blue River');
  expect(made.status, made.output).toBe(0);
  await product.stop();
  product = await runs('npm run dev');
  expect((await ask('/', { host: 'blue-river.localhost' })).page).toContain('Blue River');
  expect((await ask('/shop', { host: 'blue-river.localhost' })).page).toContain('Medium 10 GB');
  await logIn('maya@example.com');
});
