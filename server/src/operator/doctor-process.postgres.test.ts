import { execFile } from 'node:child_process';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { claimDatabase } from '../db/master-key.ts';
import { makeSecrets } from '../settings/secrets.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { nodeFor } from '../testing/product-process.ts';
import type { Finding } from './finding.ts';

/** The command line as an operator calls it. */
function portside(args: readonly string[], env: Record<string, string>) {
  const options = {
    env: {
      PATH: process.env['PATH'],
      PORTSIDE_ENV: 'trial',
      PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
      ...env,
    },
  };
  return new Promise<{ code: number; out: string; err: string }>((found) => {
    execFile(process.execPath, [...nodeFor('portside.ts'), ...args], options, (error, out, err) => {
      found({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

const findingsOf = (out: string) =>
  (JSON.parse(out) as { findings: (Finding | undefined)[] }).findings;

test('[M11] with the database down doctor names it, looks at the rest, shows no password and fails', async () => {
  const url = 'postgres://me:tell-nobody@127.0.0.1:1/portside';
  const { code, out } = await portside(['doctor', '--json'], { DATABASE_URL: url });
  expect(code).toBe(1);
  const found = findingsOf(out);
  expect(found.find((one) => one?.about === 'database')).toMatchObject({
    fine: false,
    text: expect.stringContaining('ECONNREFUSED'),
    todo: expect.stringContaining('DATABASE_URL'),
  });
  expect(found.find((one) => one?.about === 'payment')).toMatchObject({ fine: true });
  expect(out).not.toContain('tell-nobody');
});

test('[M11] a verb on a database that is down, or not there, says so in a sentence without a stack', async () => {
  const nobody = 'postgres://me:tell-nobody@127.0.0.1:1/portside';
  const { code, err } = await portside(['jobs'], { DATABASE_URL: nobody });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^The database does not answer \(.*\)\. Start it, or correct DATABASE_URL\.\n$/,
  );
  const server = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  server.pathname = '/nothing_of_that_name';
  const unknown = await portside(['jobs'], { DATABASE_URL: server.href });
  expect(unknown.code).toBe(1);
  expect(unknown.err).toMatch(
    /^The database lets nobody in: there is no database of that name\. .*\n$/,
  );
});

test('[M11] a user whom the server does not know is told by name', async () => {
  const server = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  server.username = 'nobody-here';
  const { code, out } = await portside(['doctor'], { DATABASE_URL: server.href });
  expect(code).toBe(1);
  expect(out).toMatch(/LOOK {2}database: it can't be used: .*nobody-here/);
});

test('[M11] half a configuration is what doctor says, instead of an error', async () => {
  const { code, out } = await portside(['doctor', '--json'], { MAIL_FROM: 'a@b.example' });
  expect(code).toBe(1);
  expect(findingsOf(out)[0]).toMatchObject({
    about: 'settings',
    text: expect.stringContaining('MAIL_URL is needed'),
  });
});

test('[M11] doctor changes nothing: a database that is not migrated stays so, and is named', async () => {
  const database = await freshDatabase();
  if (database.settings.kind !== 'postgres') throw new Error('This test needs a server');
  const { code, out } = await portside(['doctor'], { DATABASE_URL: database.settings.url });
  const db = await openDatabase(database.settings);
  const { rows } =
    await sql`select 1 from pg_tables where schemaname = 'public' or schemaname = 'pgboss'`.execute(
      db.query,
    );
  await db.close();
  await database.drop();
  expect(code).toBe(1);
  expect(out).toMatch(/LOOK {2}migrations: \d+ wait/);
  expect(out).toContain('→ portside migrate');
  expect(rows).toEqual([]);
});

test('[M11] with another master key no verb works on a database, but doctor names the key that does', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  if (database.settings.kind !== 'postgres') throw new Error('This test needs a server');
  const at = { DATABASE_URL: database.settings.url };
  expect(await portside(['migrate'], at)).toMatchObject({ code: 0 });
  const db = await openDatabase(database.settings);
  await claimDatabase(db.query, makeSecrets([Buffer.alloc(32, 7).toString('base64')]));
  await db.close();
  const wrong = { ...at, PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 8).toString('base64') };
  const refused = await portside(['jobs'], wrong);
  expect(refused.code).toBe(1);
  expect(refused.err.split('\n').filter(Boolean)).toEqual([
    'The settings are not complete:',
    expect.stringMatching(/^ {2}- PORTSIDE_MASTER_KEYS: .* Put that key into the list, /),
  ]);
  const { code, out } = await portside(['doctor'], wrong);
  expect(code).toBe(1);
  expect(out).toMatch(/^LOOK {2}master key: [0-9a-f]{8} seals this database/m);
});
