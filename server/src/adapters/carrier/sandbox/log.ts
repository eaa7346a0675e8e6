import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import { carrierTables, type LogRow } from './store.ts';

const KEPT = 200;
const TOGETHER_MS = 50;

interface Waiting {
  rows: Omit<LogRow, 'seq'>[];
  writing: Promise<void>;
}

const waiting = new WeakMap<Query, Waiting>();

/** A page to look at, so lines are written together. Never a secret. */
export function writeLog(
  world: Pick<World, 'clock' | 'log'>,
  db: Query,
  ...[verb, about, answer]: [verb: string, about: string, answer: string]
): void {
  const known = waiting.get(db) ?? { rows: [], writing: Promise.resolve() };
  waiting.set(db, known);
  known.rows.push({ at: world.clock.now(), verb, about, answer });
  if (known.rows.length > 1) return;
  setTimeout(() => {
    writeWaiting(db).catch((error: unknown) => {
      world.log.warn({ error }, 'the log of the simulated carrier was not written');
    });
  }, TOGETHER_MS).unref();
}

export async function newestLog(db: Query): Promise<LogRow[]> {
  await writeWaiting(db);
  return carrierTables(db)
    .selectFrom('sandbox_carrier_log')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(KEPT)
    .execute();
}

async function writeWaiting(db: Query): Promise<void> {
  const known = waiting.get(db);
  if (!known) return;
  const { rows } = known;
  known.rows = [];
  if (rows.length > 0) known.writing = insert(db, rows);
  await known.writing;
}

async function insert(db: Query, rows: Waiting['rows']): Promise<void> {
  const written = await carrierTables(db)
    .insertInto('sandbox_carrier_log')
    .values(rows)
    .returning('seq')
    .execute();
  const [first = 0, last = 0] = [written[0]?.seq, written.at(-1)?.seq];
  // Not an archive.
  if (Math.floor(first / KEPT) === Math.floor(last / KEPT) && first % KEPT > 0) return;
  await carrierTables(db)
    .deleteFrom('sandbox_carrier_log')
    .where('seq', '<=', last - KEPT)
    .execute();
}
