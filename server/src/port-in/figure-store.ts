import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { DaySpan } from '../brands/time-zone.ts';
import { dayIn } from '../db/day-in.ts';

type PortInOutcome = 'completed' | 'action_needed' | 'cancelled' | 'expired' | 'failed';

export interface OutcomesOfDay {
  day: string;
  outcome: PortInOutcome;
  count: number;
}

/** Each port-in once a day and outcome, however often the old carrier said it. */
export async function outcomesByDay(
  db: Query,
  { tenant, from, before, timeZone }: DaySpan,
): Promise<OutcomesOfDay[]> {
  const { rows } = await sql<OutcomesOfDay>`
    select ${dayIn(sql`at`, timeZone)} as day, step.status as outcome,
      count(distinct port_in_id)::int as count
    from port_in_steps step join port_ins on port_ins.id = port_in_id
    where at >= ${from} and at < ${before} and tenant_id = ${tenant}
      and step.status in ('completed', 'action_needed', 'cancelled', 'expired', 'failed')
    group by 1, 2`.execute(db);
  return rows;
}
