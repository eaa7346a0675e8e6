import type { TableEffect } from './migration-effects.ts';

/** Holding one of these until the end of a long statement stops customers. */
const reading = ['AccessExclusiveLock'];
const writing = [...reading, 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock'];

/** A few rows, or rows that exist only where nothing is real. */
const isSmall = (table: string) => table === 'plans' || table.startsWith('sandbox_');

/**
 * Why customers, or a process of the version before, would notice the migration, and what to do
 * instead; empty when they would not. As strong_migrations and Squawk have it, but by what the server
 * did, not by the words of the statement.
 */
export function objections(effect: TableEffect): string[] {
  const { table, locks, scans, changedRows, isRewritten, gone, demanded, newIndexes } = effect;
  const found: string[] = [];
  if (gone.includes('*')) {
    return [
      `${table} is gone or has another name, and the version before still uses it: make a new table beside it, and drop the old one in a later version`,
    ];
  }
  for (const column of gone) {
    found.push(
      `${table}.${column} is gone, or has another name or type, and the version before still uses it: add a column beside it, write both, and drop the old one in a later version`,
    );
  }
  for (const column of demanded) {
    found.push(
      `${table}.${column} must be given, and the version before does not know it: give it a constant default, or let it be null`,
    );
  }
  if (isSmall(table)) return found;
  if (isRewritten) {
    found.push(
      `${table} is written anew while nobody can read it: add the column without a computed default, and fill it in batches`,
    );
  }
  const holds = (levels: readonly string[]) => levels.find((level) => locks.has(level));
  if (scans > 0 && newIndexes.length > 0 && holds(writing)) {
    found.push(
      `${newIndexes.join(', ')}: nobody can write to ${table} while it is built: outsideTransaction and buildIndex (server/src/db/build-index.ts)`,
    );
  } else if (scans > 0 && holds(writing)) {
    found.push(
      `${table} is gone through under ${holds(writing)}: add a constraint "not valid" and validate it in a migration of its own, and change rows in one of its own`,
    );
  } else if (changedRows > 0 || (scans > 0 && holds(['RowExclusiveLock']))) {
    found.push(
      `rows of ${table} are changed, and locked, in one go: outsideTransaction, and some thousand at a time`,
    );
  }
  return found;
}

/** What may be committed statement by statement. */
const fine =
  /^\s*(?:select|create (?:unique )?index concurrently|drop index concurrently|with|update|delete|insert|alter table \S+ validate constraint)\b/i;

/** The same of a migration that has no transaction. */
export function objectionsOutside(statements: readonly string[]): string[] {
  return statements
    .filter((one) => !fine.test(one))
    .map((one) => `outside of a transaction: ${one.trim().slice(0, 80)}`);
}
