import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Adapters, App } from '../app.ts';
import type { AdapterSettings } from '../settings/adapter-settings.ts';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeBrand } from './brand-new.ts';
import { examine } from './doctor.ts';
import { fine, type Finding } from './finding.ts';
import { readiness } from './ready.ts';
import { runVerb } from './socket.ts';

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portside-ready-'));
  folder = await makeBrand(parent, 'Blue River');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const change = async (file: string, from: string | RegExp, to: string) => {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).toMatch(from);
  await writeFile(join(folder, file), text.replaceAll(from, to));
};

const services = (mode: 'test' | 'live'): AdapterSettings => ({
  ...nothingOutside.usual,
  payment: {
    kind: 'stripe',
    secretKey: `sk_${mode}_x`,
    publishableKey: `pk_${mode}_x`,
    webhookSecret: 'whsec_x',
    apiUrl: 'http://127.0.0.1:1',
    scriptUrl: 'https://js.stripe.com/v3/',
  },
  carrier: {
    kind: 'gigs',
    project: 'blue-river',
    apiKey: 'key',
    webhookSecret: 'whsec_c2VjcmV0',
    apiUrl: 'http://127.0.0.1:1',
  },
  mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1', from: 'no-reply@mail.blueriver.us' },
});

/** The services as they answer when their accounts are in order. */
const answering = (opened: Adapters): Adapters => ({
  ...opened,
  payment: { ...opened.payment, check: async () => {} },
  carrier: { ...opened.carrier, check: async () => {}, sellsPlan: async () => true },
  mail: { ...opened.mail, check: async () => {} },
});

const dns: Record<string, string> = {
  'mail.blueriver.us': 'v=spf1 include:spf.mailer.net -all',
  '_dmarc.blueriver.us': 'v=DMARC1; p=quarantine',
};
const resolveTxt = async (name: string) => {
  const record = dns[name];
  if (record === undefined) throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
  return [[record]];
};

async function opened<T>(mode: 'none' | 'test' | 'live', look: (app: TestApp) => Promise<T>) {
  const isOutside = mode !== 'none';
  const usual = isOutside ? services(mode) : nothingOutside.usual;
  const app = await openTestApp({
    config: {
      brandsFolder: parent,
      roles: new Set(['api']),
      seed: 'none',
      production: isOutside,
      adapters: { usual, brands: {} },
    },
    ...(isOutside && { overrides: { adapters: answering } }),
  });
  try {
    return await look(app);
  } finally {
    await app.close();
  }
}

const missingIn = async ({ app }: { app: App }, doctor: Finding[]) => {
  const [brand] = await readiness(app, doctor, 1000, resolveTxt);
  return brand?.findings.flatMap((one) => (one.fine ? [] : [one.about]));
};
const brandOf = ({ brands }: App) => brands.first;

/** As if nothing else were to be said of this machine. */
const well = (found: Finding[]) =>
  found.map((one) =>
    /^(?:plans|texts|carrier|payment|mail)\b/.test(one.about) ? one : fine(one.about, 'well'),
  );

test('[M11] [K15] on the way from a new brand to the first customer ready is red, red and green', async () => {
  // A folder that was just made, on sandboxes.
  await opened('none', async ({ app }) => {
    const { text, fine: isReady } = await runVerb(app, ['ready']);
    expect(isReady).toBe(false);
    expect(text.split('\n')[0]).toBe(
      'blue-river is not ready to sell, for want of: product, address, carrier, payment, mail, mail DNS, legal texts, labels, support',
    );
    expect(text).toContain('LOOK  carrier: it is simulated (sandbox)');
    expect(text).toMatch(/LOOK {2}legal texts: .*terms-and-conditions\.md: \d+ places to fill in/);
    expect(text).toMatch(/LOOK {2}labels: .*small-3: uniquePlanId, small-3: speeds/);
    expect(text).toContain('LOOK  support: nobody answers (555) 555-0100; nobody reads help@');
    const [last] = (await runVerb(app, ['doctor'])).text.split('\n').slice(-2);
    expect(last).toBe('NOTE  ready to sell: no, this is a trial');
  });

  // Accounts of every service, with test keys, and the folder as it was.
  await opened('test', async ({ app }) => {
    expect(await missingIn({ app }, well(await examine(app)))).toEqual([
      'address',
      'payment',
      'legal texts',
      'labels',
      'support',
    ]);
    const { text } = await runVerb(app, ['ready', '--json']);
    expect(JSON.parse(text)).toMatchObject({ ready: false, brands: [{ id: 'blue-river' }] });
    expect(text).toContain('the keys are test keys: nobody pays');
  });

  for (const name of await readdir(join(folder, 'content'))) {
    const text = await readFile(join(folder, 'content', name), 'utf8');
    await writeFile(join(folder, 'content', name), text.replaceAll(/\[fill in[^\]]*\]/g, 'Here'));
  }
  await change('plans.json', 'M0000000000EXAMPLE', 'M0023456789BLUERIV');
  await change('plans.json', '5 to 30 Mbps', '6 to 41 Mbps');
  await change('brand.json', '"blue-river.example"', '"www.blueriver.us"');
  await change('brand.json', '(555) 555-0100', '(212) 867-4400');
  await change('brand.json', 'help@blue-river.example', 'help@blueriver.us');
  await opened('live', async ({ app }) => {
    const doctor = well(await examine(app));
    expect(await missingIn({ app }, doctor)).toEqual([]);
    // A shop of this morning has no books to compare.
    expect((await examine(app)).find(({ about }) => about === 'books')).toMatchObject({
      fine: true,
      text: 'nobody has paid yet',
    });
    const [brand] = await readiness(app, doctor, 1000, resolveTxt);
    expect(brand?.isReady).toBe(true);
    // What is wrong with the rest of the product is not hidden by papers in order.
    expect(await missingIn({ app }, await examine(app))).toEqual(['product']);
    // Weaker than what a new brand begins with.
    Object.assign(brandOf(app).lines, { moveProof: 'device' });
    expect(await missingIn({ app }, doctor)).toEqual(['proof of moves']);
    Object.assign(brandOf(app).lines, { moveProof: 'another' });
    delete dns['_dmarc.blueriver.us'];
    expect(await missingIn({ app }, doctor)).toEqual(['mail DNS']);
  });
});

test('[M11] of a database without tables ready says so, and not in the words of the database', async () => {
  await opened('none', async ({ app }) => {
    const waiting = [{ about: 'migrations', fine: false, text: '90 wait' }];
    const [brand] = await readiness(app, waiting, 1000, resolveTxt);
    for (const about of ['plans', 'labels']) {
      expect(brand?.findings.find((one) => one.about === about)).toMatchObject({
        fine: false,
        text: 'the database has no tables of this version yet',
        todo: 'start the product once',
      });
    }
  });
});

test('[M11] with the database away ready and the doctor still come to their end', async () => {
  const app = await opened('live', async (open) => open);
  app.clock.move(60_000);
  const [brand] = await readiness(app.app, [], 1000, resolveTxt);
  expect(brand?.findings.find(({ about }) => about === 'labels')?.fine).toBe(false);
  const found = await examine(app.app, 1000);
  expect(found[0]).toMatchObject({ about: 'database', fine: false });
  expect(found.at(-1)).toMatchObject({ about: 'ready to sell', note: true });
});
