import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { DaySpan } from '../brands/time-zone.ts';
import { dayIn } from '../db/day-in.ts';

export interface ChargesOfDay {
  day: string;
  orders: number;
  newLines: number;
  renewals: number;
  cents: number;
  autopayFailures: number;
}

/** What became of its money later changes nothing: that is a refund of its own day. */
const wasPaid = sql`status in ('paid', 'refunding', 'refund_failed', 'refunded')`;

export async function chargesByDay(
  db: Query,
  { tenant, from, before, timeZone }: DaySpan,
): Promise<ChargesOfDay[]> {
  const { rows } = await sql<ChargesOfDay>`
    select ${dayIn(sql`created_at`, timeZone)} as day,
      (count(*) filter (where ${wasPaid}))::int as orders,
      (count(*) filter (where ${wasPaid} and kind = 'new_line'))::int as "newLines",
      (count(*) filter (where ${wasPaid} and kind = 'renewal'))::int as renewals,
      coalesce(sum(amount_cents) filter (where ${wasPaid}), 0)::float8 as cents,
      (count(*) filter (where not present and status in ('declined', 'rejected')))::int
        as "autopayFailures"
    from charges
    where tenant_id = ${tenant} and created_at >= ${from} and created_at < ${before}
    group by 1`.execute(db);
  return rows;
}

export async function refundsByDay(
  db: Query,
  { tenant, from, before, timeZone }: DaySpan,
): Promise<{ day: string; cents: number }[]> {
  const { rows } = await sql<{ day: string; cents: number }>`
    select ${dayIn(sql`created_at`, timeZone)} as day, sum(amount_cents)::float8 as cents
    from refunds
    where tenant_id = ${tenant} and created_at >= ${from} and created_at < ${before}
      and status <> 'failed'
    group by 1`.execute(db);
  return rows;
}

/** When each of these orders was paid. */
export async function paidAt(
  db: Query,
  tenant: number,
  orderIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ owner_id: string; at: Date }>`
    select owner_id, min(settled_at) as at from charges
    where owner_kind = 'order' and owner_id = any(${orderIds}::text[]) and tenant_id = ${tenant}
      and ${wasPaid} and settled_at is not null
    group by owner_id`.execute(db);
  return new Map(rows.map(({ owner_id: id, at }) => [id, at]));
}
