import { sql, type Kysely } from 'kysely';

/**
 * How early the server tidies up, by table: its own rule waits for a fifth of the rows to change, two
 * millions of ten. Room on each page lets a row that is changed stay where it is, without an entry in
 * every index. Takes a lock that customers do not notice.
 */
const care: Readonly<Record<string, Record<string, number>>> = {
  // Changed again and again.
  sessions: { fillfactor: 80, ...early(0.02) },
  known_browsers: { fillfactor: 90, ...early(0.02) },
  codes: { fillfactor: 80, ...early(0.05) },
  lines: { fillfactor: 90, ...early(0.01) },
  port_ins: { fillfactor: 90, ...early(0.02) },
  chats: { fillfactor: 90, ...early(0.02) },
  limits: { fillfactor: 70, ...early(0.02) },
  // Large, and changed once or twice after they are written.
  orders: { fillfactor: 95, ...early(0.01) },
  charges: { fillfactor: 95, ...early(0.01) },
  // Only written: looked over for the sake of index-only reads, and of transaction ids.
  transactions: { ...early(0.01), autovacuum_vacuum_insert_scale_factor: 0.01 },
  activity: { ...early(0.02), autovacuum_vacuum_insert_scale_factor: 0.02 },
  // Written and soon deleted.
  events: early(0.02),
  quotes: early(0.05),
  tickets: early(0.05),
  used_proofs: early(0.02),
};

function early(share: number) {
  return { autovacuum_vacuum_scale_factor: share, autovacuum_analyze_scale_factor: share };
}

/** Owners: sessions, codes, lines, port-in, support, limits, checkout, payments, events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, settings] of Object.entries(care)) {
    const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    await sql`alter table ${sql.table(table)} set (${sql.raw(list.join(', '))})`.execute(db);
  }
}
