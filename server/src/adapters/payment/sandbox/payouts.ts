import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { days, later } from '../../../clock.ts';
import type { Payout } from '../payment.ts';

/** As at Stripe: 2.9 % and 30 cents of each charge. */
const fee = sql`round(amount_cents * 0.029) + 30`;
const ARRIVES_AFTER_DAYS = 2;

const dateOf = (at: Date) => at.toISOString().slice(0, 10);
const dayLater = (day: string, count: number) => dateOf(later(new Date(day), days(count)));

/** What a whole day of UTC came to is at the bank two days later. */
export async function listPayouts(
  world: World,
  { from, to }: { from: string; to: string },
): Promise<Payout[]> {
  const today = dateOf(world.clock.now());
  const dayOf = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`;
  const isAsked = sql`created_at >= ${dayLater(from, -ARRIVES_AFTER_DAYS)}::timestamptz
    and created_at < ${dayLater(to, 1 - ARRIVES_AFTER_DAYS)}::timestamptz
    and created_at < ${today}::timestamptz`;
  const { rows } = await sql<{ day: string; cents: number }>`
    select day, sum(cents)::float8 as cents from (
      select ${dayOf} as day, amount_cents - (${fee}) as cents
      from sandbox_pay_charges where status = 'paid' and ${isAsked}
      union all
      select ${dayOf}, -amount_cents from sandbox_pay_refunds where status = 'refunded' and ${isAsked}
      union all
      select ${dayOf}, -amount_cents from sandbox_pay_disputes where status = 'lost' and ${isAsked}
    ) as moved group by day having sum(cents) <> 0 order by day`.execute(world.db.query);
  return rows.map(({ day, cents }) => {
    const arrives = dayLater(day, ARRIVES_AFTER_DAYS);
    const kind = arrives <= today ? 'paid' : 'under_way';
    return { ref: `po_${day.replaceAll('-', '')}`, amountCents: cents, kind, arrives };
  });
}
