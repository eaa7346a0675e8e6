import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';
import { appliedMigrations, tablesInOrder, type ExportedFile, type Manifest } from './export.ts';

export class ImportRefused extends Error {}

const AT_ONCE = 500;

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '');
  if (!text) throw new ImportRefused(`${folder} holds no export: there is no manifest.json in it.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 'portside-export' || manifest.version !== 1) {
    throw new ImportRefused(`${folder} holds no export that this version reads.`);
  }
  return manifest;
}

/**
 * All or nothing, into an empty database. @param restoreJobs restores waiting and given up jobs
 * @throws ImportRefused
 */
export async function importDatabase(
  db: Database,
  folder: string,
  manifest: Manifest,
  restoreJobs: (tx: Tx, lines: string[]) => Promise<void>,
): Promise<void> {
  for (const one of [...manifest.tables, manifest.jobs]) await checkWhole(folder, one);
  await db.transaction(async (tx) => {
    const tables = await tablesInOrder(tx);
    await checkFits(tx, manifest, tables);
    await holdEmpty(tx, tables);
    for (const name of tables) {
      const exported = manifest.tables.find((one) => one.name === name);
      if (exported) await fill(tx, name, join(folder, exported.file));
    }
    for (const { name, last } of manifest.sequences) {
      await sql`select setval(${name}::regclass, ${last})`.execute(tx);
    }
    for await (const lines of partsOf(join(folder, manifest.jobs.file))) {
      await restoreJobs(tx, lines);
    }
  });
  await sql`analyze`.execute(db.query);
}

async function checkWhole(folder: string, { file, sha256 }: ExportedFile): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(join(folder, file))) hash.update(part as Buffer);
  } catch {
    throw new ImportRefused(`${file} cannot be read: the export is not whole.`);
  }
  if (hash.digest('hex') !== sha256) {
    throw new ImportRefused(`${file} is not as it was written: the export is not whole.`);
  }
}

async function checkFits(tx: Tx, manifest: Manifest, tables: readonly string[]): Promise<void> {
  const ours = await appliedMigrations(tx);
  const differing = [
    ...ours.filter((name) => !manifest.migrations.includes(name)),
    ...manifest.migrations.filter((name) => !ours.includes(name)),
  ];
  if (differing.length > 0) {
    throw new ImportRefused(
      `The export was written by another version: ${differing.join(', ')}. Export with the version that imports.`,
    );
  }
  const unknown = manifest.tables.filter(({ name }) => !tables.includes(name));
  if (unknown.length > 0) throw new ImportRefused(`There is no table ${unknown[0]?.name}.`);
}

async function holdEmpty(tx: Tx, tables: readonly string[]): Promise<void> {
  await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))}
    in share row exclusive mode`.execute(tx);
  for (const name of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) {
      throw new ImportRefused(`The database is not empty: there are rows in ${name}.`);
    }
  }
}

/** The server parses the JSON, as it wrote it. */
async function fill(tx: Tx, name: string, file: string): Promise<void> {
  const table = sql.table(name);
  const own = await ownReferences(tx, name);
  for await (const lines of partsOf(file)) {
    // A row may refer to a later one of its table.
    await sql`insert into ${table} overriding system value
      select (jsonb_populate_record(null::${table}, line - ${own.map((one) => one.column)}::text[])).*
      from jsonb_array_elements(${arrayOf(lines)}::jsonb) as line`.execute(tx);
  }
  for (const { column, key } of own) {
    for await (const lines of partsOf(file)) {
      await sql`update ${table} as filled set ${sql.ref(column)} = known.${sql.ref(column)}
        from jsonb_populate_recordset(null::${table}, ${arrayOf(lines)}::jsonb) as known
        where known.${sql.ref(key)} = filled.${sql.ref(key)}
          and known.${sql.ref(column)} is not null`.execute(tx);
    }
  }
}

const arrayOf = (lines: readonly string[]) => `[${lines.join(',')}]`;

async function ownReferences(tx: Tx, name: string): Promise<{ column: string; key: string }[]> {
  const { rows } = await sql<{ column: string; key: string }>`
    select own.attname as column, referred.attname as key from pg_constraint k
    join pg_attribute own on own.attrelid = k.conrelid and own.attnum = k.conkey[1]
    join pg_attribute referred on referred.attrelid = k.confrelid and referred.attnum = k.confkey[1]
    where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = ${name}::regclass`.execute(
    tx,
  );
  return rows;
}

async function* partsOf(file: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines.push(line);
    if (lines.length === AT_ONCE) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}
