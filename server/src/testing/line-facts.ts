import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { BillLine } from '../payments/bill-lines.ts';

/** All that the tables of ours and of the outside say about a customer's lines. */
export interface LineFacts {
  readonly now: Date;
  readonly lines: readonly LineFact[];
  readonly orders: readonly OrderFact[];
  readonly charges: readonly ChargeFact[];
  readonly credit: readonly { cents: number; reason: string; cause: string }[];
  readonly emails: readonly { subject: string; text: string; at: Date }[];
}

export interface LineFact {
  readonly id: string;
  readonly mdn: string;
  readonly status: string;
  /** To another carrier, or to another account. */
  readonly isGone: boolean;
  readonly handedOverAt: Date | null;
  /** From another account: its first periods have no order here. */
  readonly takenOverAt: Date | null;
  readonly paidUntil: Date | null;
  readonly reasons: readonly string[];
  readonly periods: readonly PeriodFact[];
  readonly holds: readonly HoldFact[];
  readonly consents: readonly { on: boolean; at: Date }[];
  readonly autopay: { on: boolean; chargeAt: Date | null; announceAt: Date | null } | null;
  /** At the carrier. */
  readonly atCarrier: string;
}

interface PeriodFact {
  readonly number: number;
  readonly from: Date;
  readonly to: Date;
  readonly paidAt: Date;
  readonly orderId: string | null;
}

/** When the line was paused for it, at its customer's wish; `to` is when that was over, or is to be. */
export interface HoldFact {
  readonly from: Date;
  readonly to: Date;
}

export interface OrderFact {
  readonly id: string;
  readonly kind: string;
  readonly lineId: string | null;
  readonly paysFor: string | null;
  readonly status: string;
  readonly attempt: number;
  readonly lines: readonly BillLine[];
  readonly cents: number;
  readonly creditUsed: number;
  /** What the provider has of it, in cents. */
  readonly taken: number;
  readonly givenBack: number;
  /** Of it in parts that staff gave back, or asked for: what was bought stays. */
  readonly parts: number;
  /** Payments of it that are not given back. */
  readonly held: number;
}

export interface ChargeFact {
  readonly ref: string | null;
  readonly orderId: string;
  readonly present: boolean;
  readonly status: string;
  readonly cents: number;
  readonly at: Date;
}

export async function factsOf(db: Query, email: string, now: Date): Promise<LineFacts> {
  const owner = sql`(select id from customers where email = ${email})`;
  const lines = await sql<Omit<LineFact, Dated> & Record<Dated, never>>`
    select id, mdn, status, paid_until as "paidUntil",
      (coalesce(handed_over_at, separated_at) is not null or exists (
        select from port_outs where line_id = lines.id and state = 'completed')) as "isGone",
      coalesce(handed_over_at, separated_at) as "handedOverAt",
      coalesce(taken_over_at, own_since) as "takenOverAt",
      coalesce((select array_agg(reason) from line_suspensions where line_id = lines.id), '{}')
        as reasons,
      coalesce((select state from sandbox_carrier_lines where msisdn = mdn), 'active')
        as "atCarrier"
    from lines where customer_id = ${owner} order by created_at, id`.execute(db);
  const periods = await sql<PeriodFact & { lineId: string }>`
    select line_id as "lineId", number, starts_at as from, ends_at as to, created_at as "paidAt",
      order_id as "orderId"
    from line_periods where line_id in (select id from lines where customer_id = ${owner}) and taken_back_at is null and starts_at is not null order by number`.execute(
    db,
  );
  const holds = await sql<HoldFact & { lineId: string }>`
    select line_id as "lineId", began_at as from,
      case when confirmed_at is null and over_at is not null and why_over <> 'line_ended' then began_at
        when why_over in ('taken_off', 'refunded') then least(over_at, until) else until end as to
    from line_holds where line_id in (select id from lines where customer_id = ${owner})
    order by began_at`.execute(db);
  const consents = await sql<{ lineId: string; on: boolean; at: Date }>`
    select line_id as "lineId", is_on as on, at from autopay_consents
    where customer_id = ${owner} order by at, id`.execute(db);
  const autopays = await sql<{
    lineId: string;
    on: boolean;
    chargeAt: Date | null;
    announceAt: Date | null;
  }>`
    select line_id as "lineId", is_on as on, charge_at as "chargeAt", announce_at as "announceAt"
    from line_autopay
    where line_id in (select id from lines where customer_id = ${owner})`.execute(db);
  const orders = await sql<OrderFact>`
    select id, kind, line_id as "lineId", pays_for as "paysFor", status, attempt,
      quote -> 'amounts' -> 'lines' as lines,
      (quote -> 'amounts' ->> 'finalCheckoutAmount')::int as cents,
      coalesce((quote -> 'amounts' ->> 'creditUsed')::int, 0) as "creditUsed",
      theirs.taken::int, theirs."givenBack"::int, theirs.held::int,
      (select coalesce(sum(refunds.amount_cents), 0)::int from refunds
        join charges on charges.id = charge_id
        where owner_id = orders.id and part and refunds.status <> 'failed') as parts
    from orders cross join lateral (
      select coalesce(sum(amount_cents), 0) as taken, coalesce(sum(back), 0) as "givenBack",
        count(*) filter (where back = 0) as held
      from (
        select amount_cents, coalesce((
          select sum(amount_cents) from sandbox_pay_refunds
          where charge_ref = sandbox_pay_charges.ref and status <> 'failed'
        ), 0) as back
        from sandbox_pay_charges where owner_id = orders.id and status = 'paid'
      ) as one
    ) as theirs
    where customer_id = ${owner} order by created_at, id`.execute(db);
  const charges = await sql<ChargeFact>`
    select payment_ref as ref, owner_id as "orderId", present, status, amount_cents as cents,
      created_at as at
    from charges where customer_id = ${owner} order by created_at, id`.execute(db);
  const credit = await sql<LineFacts['credit'][number]>`
    select cents, reason, cause from credit_entries where customer_id = ${owner}`.execute(db);
  const emails = await sql<LineFacts['emails'][number]>`
    select subject, text, sent_at as at from sandbox_mail
    where to_address = ${email} order by seq`.execute(db);
  const ofLine = <One extends { lineId: string }>(rows: readonly One[], id: string) =>
    rows.filter((one) => one.lineId === id);
  return {
    now,
    lines: lines.rows.map((line) => ({
      ...line,
      periods: ofLine(periods.rows, line.id),
      holds: ofLine(holds.rows, line.id),
      consents: ofLine(consents.rows, line.id),
      autopay: ofLine(autopays.rows, line.id)[0] ?? null,
    })),
    orders: orders.rows,
    charges: charges.rows,
    credit: credit.rows,
    emails: emails.rows,
  };
}

type Dated = 'periods' | 'consents' | 'autopay';
