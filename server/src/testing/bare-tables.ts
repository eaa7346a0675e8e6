import type pg from 'pg';

/** Runs the statements; several at a time where the pool has the connections. */
type Run = (statements: readonly string[]) => Promise<void>;

/**
 * Takes indexes and constraints from these tables, and the keys that refer to any table, so that rows
 * can be copied in fast. The answer puts all of them back: what was copied is checked then.
 */
export async function bareTables(client: pg.Client, tables: readonly string[]) {
  const constraints = await ask(
    client,
    `select conrelid::regclass::text as on_table, conname as name, contype = 'f' as refers,
        pg_get_constraintdef(oid) as definition
      from pg_constraint
      where connamespace = 'public'::regnamespace
        and (contype = 'f' or contype in ('p', 'u') and conrelid::regclass::text = any($1))`,
    tables,
  );
  const indexes = await ask(
    client,
    `select indrelid::regclass::text as on_table, indexrelid::regclass::text as name,
        false as refers, pg_get_indexdef(indexrelid) as definition
      from pg_index
      where indrelid::regclass::text = any($1)
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    tables,
  );
  const keys = constraints.filter(({ refers }) => refers);
  const own = constraints.filter(({ refers }) => !refers);
  const drop = ({ on_table, name }: Kept) => `alter table ${on_table} drop constraint "${name}"`;
  const add = ({ on_table, name, definition }: Kept) =>
    `alter table ${on_table} add constraint "${name}" ${definition}`;
  const dropIndexes = indexes.map(({ name }) => `drop index ${name}`);
  for (const statement of [...keys.map(drop), ...own.map(drop), ...dropIndexes]) {
    await client.query(statement);
  }
  return async (run: Run) => {
    // An index is built while others of the same table are; a constraint locks its table.
    await run([...own.map(add), ...indexes.map(({ definition }) => definition)]);
    await run(keys.map(add));
  };
}

interface Kept {
  readonly on_table: string;
  readonly name: string;
  /** A foreign key. */
  readonly refers: boolean;
  readonly definition: string;
}

async function ask(client: pg.Client, text: string, tables: readonly string[]): Promise<Kept[]> {
  return (await client.query<Kept>(text, [tables])).rows;
}
