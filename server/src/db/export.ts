import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';

/** `manifest.json` (docs/export.md). */
export interface Manifest {
  format: 'portside-export';
  version: 1;
  at: string;
  database: Database['kind'];
  migrations: string[];
  tables: ExportedFile[];
  sequences: { name: string; last: number }[];
  jobs: ExportedFile;
  /** Proves that the reader has the master key. */
  sealed?: string;
}

export interface ExportedFile {
  name: string;
  file: string;
  rows: number;
  sha256: string;
}

type Source = (take: (lines: string[]) => Promise<void>) => Promise<void>;

export class FolderNotEmpty extends Error {}

const AT_ONCE = 1000;
const UNFINISHED = '.unfinished';

/**
 * Every row at one moment. The folder appears when complete, readable by its owner only. @param
 * sealed see {@link Manifest.sealed} @param jobs as text @throws FolderNotEmpty
 */
export async function exportDatabase(
  db: Database,
  folder: string,
  { at, sealed }: { at: Date; sealed: string },
  jobs: (tx: Tx) => Promise<string[]>,
): Promise<Manifest> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new FolderNotEmpty(`${folder} is not empty.`);
  const building = folder + UNFINISHED;
  await rm(building, { recursive: true, force: true });
  await mkdir(dirname(building), { recursive: true });
  await mkdir(building, { mode: 0o700 });
  const manifest = await db.transaction(async (tx): Promise<Manifest> => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const tables: ExportedFile[] = [];
    for (const name of await tablesInOrder(tx)) {
      tables.push(await writeLines(building, name, (take) => readTable(tx, name, take)));
    }
    return {
      format: 'portside-export',
      version: 1,
      at: at.toISOString(),
      database: db.kind,
      migrations: await appliedMigrations(tx),
      tables,
      sequences: await sequences(tx),
      jobs: await writeLines(building, 'jobs', async (take) => take(await jobs(tx))),
      sealed,
    };
  });
  await writeFile(join(building, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  });
  await rm(folder, { recursive: true, force: true });
  await rename(building, folder);
  return manifest;
}

async function writeLines(folder: string, name: string, source: Source): Promise<ExportedFile> {
  const file = `${name}.jsonl`;
  const hash = createHash('sha256');
  const handle = await open(join(folder, file), 'wx', 0o600);
  let rows = 0;
  try {
    await source(async (lines) => {
      const text = lines.map((line) => `${line}\n`).join('');
      hash.update(text);
      rows += lines.length;
      await handle.write(text);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { name, file, rows, sha256: hash.digest('hex') };
}

/** The server writes the JSON, so that no value is rounded here. */
async function readTable(tx: Tx, name: string, take: Parameters<Source>[0]): Promise<void> {
  const rows = sql`select to_jsonb(t)::text as line from ${sql.table(name)} t`;
  await sql`declare exported no scroll cursor for ${rows}`.execute(tx);
  for (;;) {
    const part = await sql<{ line: string }>`fetch ${sql.lit(AT_ONCE)} from exported`.execute(tx);
    if (part.rows.length === 0) break;
    await take(part.rows.map((row) => row.line));
  }
  await sql`close exported`.execute(tx);
}

export async function tablesInOrder(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select c.relname as name, coalesce(array_agg(f.relname::text)
      filter (where f.relname is not null and f.oid <> c.oid), '{}') as needs
    from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class f on f.oid = k.confrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely\\_%'
      -- Of the database, not of what is in it: where it is filled, another key may seal.
      and c.relname <> 'master_key'
    group by c.oid, c.relname order by c.relname`.execute(tx);
  const ordered: string[] = [];
  let left = rows;
  while (left.length > 0) {
    const ready = left.filter((one) => one.needs.every((need) => ordered.includes(need)));
    if (ready.length === 0) throw new Error('Tables point to each other in a circle');
    ordered.push(...ready.map((one) => one.name));
    left = left.filter((one) => !ready.includes(one));
  }
  return ordered;
}

async function sequences(tx: Tx): Promise<Manifest['sequences']> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' order by sequencename`.execute(tx);
  return rows.flatMap(({ name, last }) => (last === null ? [] : [{ name, last }]));
}

export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by timestamp, name`.execute(tx);
  return rows.map((row) => row.name);
}
