import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgotPassword } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import type { Manifest } from '../db/export.ts';
import { migrate } from '../db/migrate.ts';
import { buySeveral } from '../testing/buying-lines.ts';
import { everyRow } from '../testing/every-row.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { runVerb } from './socket.ts';

let app: TestApp;
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portside-export-'));
  // Nobody works jobs off, so that the rows stay what they are.
  app = await openTestApp({ config: { roles: new Set(['api']) } });
  const customer = await newcomer(app);
  // Orders and charges that point to other rows of their tables (P03).
  await buySeveral(app, customer);
  await app.anyone.call(forgotPassword, { email: 'maya@example.com' });
});
afterAll(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

const linesOf = async (folder: string, file: string) =>
  (await readFile(join(folder, file), 'utf8')).split('\n').slice(0, -1);

async function exportTo(name: string): Promise<{ folder: string; manifest: Manifest }> {
  const folder = join(parent, name);
  const { text, fine } = await runVerb(app.app, ['export', folder]);
  expect(text).toMatch(/^\d+ rows of \d+ tables and \d+ jobs are in /);
  expect(fine).toBe(true);
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
  return { folder, manifest: JSON.parse(manifest) as Manifest };
}

const ours = (rows: Map<string, string[]>) =>
  Object.fromEntries(
    [...rows]
      .filter(([table]) => /^public\.(?!kysely_|master_key$)/.test(table))
      .map(([table, all]) => [table, all.toSorted()]),
  );

/** An export between two looks that saw the same: the simulated services keep sending notices. */
async function exportQuietly() {
  let turn = 0;
  return app.eventually(async () => {
    const before = ours(await everyRow(app.app.db.query));
    turn += 1;
    const made = await exportTo(`whole-${turn}`);
    const after = ours(await everyRow(app.app.db.query));
    return JSON.stringify(before) === JSON.stringify(after) ? { ...made, rows: after } : undefined;
  });
}

test('a database filled from an export has every row of the first one, to the last bit', async () => {
  const { folder, manifest, rows } = await exportQuietly();
  const fresh = await freshDatabase();
  const db = await openDatabase(fresh.settings);
  try {
    expect(manifest.migrations.toSorted()).toEqual((await migrate(db)).toSorted());
    for (const { name, file } of manifest.tables) {
      for (const line of await linesOf(folder, file)) {
        const table = sql.table(name);
        await sql`insert into ${table} overriding system value
          select * from jsonb_populate_record(null::${table}, ${line}::jsonb)`.execute(db.query);
      }
    }
    for (const { name, last } of manifest.sequences) {
      await sql`select setval(${name}, ${last})`.execute(db.query);
    }
    expect(ours(await everyRow(db.query))).toEqual(rows);
    expect(Object.values(rows).flat().length).toBeGreaterThan(50);
  } finally {
    await db.close();
    await fresh.drop();
  }
});

test('the manifest tells each file’s rows and sum; jobs that wait are there, secrets stay sealed', async () => {
  const { folder, manifest } = await exportTo('told');
  for (const { file, rows, sha256 } of [...manifest.tables, manifest.jobs]) {
    const content = await readFile(join(folder, file));
    expect(createHash('sha256').update(content).digest('hex'), file).toBe(sha256);
    expect(content.toString().split('\n').length - 1, file).toBe(rows);
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
  }
  const files = [...manifest.tables, manifest.jobs].map((one) => one.file);
  expect((await readdir(folder)).toSorted()).toEqual([...files, 'manifest.json'].toSorted());
  const jobs = (await linesOf(folder, manifest.jobs.file)).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  expect(jobs).toContainEqual({
    name: 'mail-reset-link',
    payload: expect.objectContaining({ email: 'maya@example.com' }),
    startAfter: expect.any(String),
    givenUp: false,
  });
  const [key = ''] = app.app.config.masterKeys;
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text.includes(key), file).toBe(false);
    expect(text.includes('LPA:1$'), file).toBe(false);
  }
});

test('an export overwrites nothing, and one that was cut off is no export', async () => {
  const folder = join(parent, 'kept');
  await mkdir(folder);
  await writeFile(join(folder, 'mine'), 'mine');
  const { fine, text } = await runVerb(app.app, ['export', folder]);
  expect({ fine, text }).toEqual({ fine: false, text: `${folder} is not empty.` });
  expect(await readdir(folder)).toEqual(['mine']);
  expect((await runVerb(app.app, ['export'])).fine).toBe(false);
  await mkdir(join(parent, 'again.unfinished'));
  await writeFile(join(parent, 'again.unfinished', 'cards.jsonl'), '{"half');
  const { manifest } = await exportTo('again');
  expect(manifest.tables.map((one) => one.name)).toContain('cards');
  expect(await readdir(parent)).not.toContain('again.unfinished');
});
