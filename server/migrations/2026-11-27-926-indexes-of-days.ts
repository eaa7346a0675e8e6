import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owners: lines and port-in. What is counted a day at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = {
    lines_activated: 'lines (tenant_id, activated_at) where activated_at is not null',
    lines_ended: `lines (tenant_id, coalesce(ended_at, released_at)) where status = 'ended'`,
    line_periods_ending: `line_periods (tenant_id, ends_at)
      where taken_back_at is null and cut_by is null`,
    port_in_steps_at: 'port_in_steps (at)',
  };
  for (const [name, definition] of Object.entries(indexes)) {
    await buildIndex(db, name, sql.raw(definition));
  }
}
