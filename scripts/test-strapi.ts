import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { loadBrands } from '../server/src/brands/brands.ts';
import { strapiContent } from '../server/src/adapters/content/strapi/content.ts';
import { root } from './running.ts';

/** `npm run test:strapi`: the adapter against a real Strapi 5 (optional/strapi/README.md). */
const folder = path.join(root, 'optional/strapi');
const START_MS = 60_000;

// Strapi's SQLite is compiled for the Node that is installed here, not for the product's own.
const outside = {
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((one) => !one.includes('node_modules'))
    .join(path.delimiter),
};

function install(): void {
  const lock = path.join(folder, 'package-lock.json');
  const mark = path.join(folder, 'node_modules/.package-lock.json');
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Strapi is installed. It takes two minutes or more.');
  // Not `npm ci`: a lock without every platform's optional packages is no lock to it.
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: outside,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Strapi could not be installed');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => {
    server.once('listening', listening);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => {
    server.close(closed);
  });
  return port;
}

const work = mkdtempSync(path.join(tmpdir(), 'portside-strapi-'));
let strapi: ChildProcess | undefined;
let url = '';

before(async () => {
  install();
  url = `http://127.0.0.1:${await freePort()}`;
  mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
  strapi = spawn('node', ['node_modules/@strapi/strapi/bin/strapi.js', 'start'], {
    cwd: folder,
    env: {
      ...outside,
      NODE_ENV: 'production',
      PORT: new URL(url).port,
      DATABASE_FILE: path.join(work, 'data.db'),
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const started = strapi;
  started.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  const until = Date.now() + START_MS;
  while (!(await isUp())) {
    if (started.exitCode !== null || Date.now() > until) {
      throw new Error(`Strapi did not start:\n${said}`);
    }
    await setTimeout(100);
  }
});

const isUp = () =>
  fetch(`${url}/_health`).then(
    ({ status }) => status === 204,
    () => false,
  );

after(async () => {
  if (strapi?.exitCode === null) {
    const leaving = strapi;
    const ended = new Promise((exited) => {
      leaving.once('exit', exited);
    });
    leaving.kill();
    await ended;
  }
  rmSync(work, { recursive: true });
  rmSync(path.join(folder, 'public'), { recursive: true, force: true });
});

async function service() {
  const brands = await loadBrands(path.join(root, 'brands'));
  return strapiContent({ url }, { brands });
}

void test('[M04] a real Strapi 5 fills the footer, with a picture that can be loaded', async () => {
  const content = await service();
  await content.check();
  const footer = await content.footer('harbor', 'en');
  assert.equal(footer?.data.attributes.address, '1 Example Way\nSpringfield, IL 62701');
  const { social } = footer.data.attributes;
  assert.deepEqual(
    social.map((one) => one.link),
    ['https://social.example/harbor', 'https://video.example/harbor'],
  );
  const logo = social[0]?.logo.data?.attributes.url ?? '';
  assert.ok(logo.startsWith(`${url}/uploads/`), logo);
  const picture = await fetch(logo);
  assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
  assert.equal(picture.headers.get('cross-origin-resource-policy'), null);
  assert.equal(social[1]?.logo.data, null);
});

void test('[M04] a real Strapi 5 answers in its own shape where the header is lost on the way', async () => {
  const straight = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('strapi-response-format');
    return straight(input, { ...init, headers });
  };
  try {
    const content = await service();
    const footer = await content.footer('harbor', 'en');
    assert.match(footer?.data.attributes.social[0]?.logo.data?.attributes.url ?? '', /uploads/);
    assert.equal((await content.pageMetas('harbor', 'en')).data.length, 131);
  } finally {
    globalThis.fetch = straight;
  }
});

void test('[M04] all pages of a real list are read, without drafts, Spanish first for Spanish readers', async () => {
  const content = await service();
  const titles = async (language: string) =>
    new Map(
      (await content.pageMetas('harbor', language)).data.map(({ attributes: { metaData } }) => [
        metaData.page,
        metaData.metaTitle,
      ]),
    );
  const english = await titles('en');
  assert.equal(english.size, 131);
  assert.equal(english.get('home'), 'Harbor, as the editor says');
  assert.equal(english.get('page-129'), 'Title 129');
  assert.equal(english.has('about'), false);
  const spanish = await titles('es');
  assert.equal(spanish.get('home'), 'Harbor en español');
  assert.equal(spanish.get('page-7'), 'Title 7');
  const footer = await content.footer('harbor', 'es');
  assert.match(footer?.data.attributes.address ?? '', /Springfield/);
});

void test('[M04] a real Strapi 5 refuses what its roles may not read, and a token it does not know', async () => {
  const brands = await loadBrands(path.join(root, 'brands'));
  const stranger = strapiContent({ url, token: 'not-a-token' }, { brands });
  await assert.rejects(stranger.check(), {
    advice: 'Strapi does not know STRAPI_TOKEN. Make a new one there.',
  });
});
