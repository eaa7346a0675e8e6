import { login } from '@portside/contract/sign-in';
import { callerAt } from '../../server/src/testing/caller.ts';
import type { Books, ChargeRow, LineRow, OrderRow, PeriodRow } from './books.ts';
import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

const HARBOR = 6;
const MAIL_MS = 3000;
/** Who log in at the same moment. */
const AT_ONCE = 6;

/** Everything that the rules compare, as it is now. */
export async function readBooks(
  { database, stripe, gigs, emails, addresses }: World,
  ledger: Ledger,
  stuck: readonly string[],
): Promise<Books> {
  const { query } = database;
  const lockedOut: string[] = [];
  const everybody = ledger.accounts.entries();
  const logIn = async () => {
    for (const [at, { email, password }] of everybody) {
      const network = `10.200.${(at >> 8) & 255}.${at & 255}`;
      const caller = callerAt(addresses[at % 2] ?? addresses[0], undefined, () => ({
        'x-forwarded-for': network,
      }));
      await caller
        .call(login, { email, password })
        .catch((error: unknown) => lockedOut.push(`${email}: ${String(error)}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, logIn));
  // A login is told by email.
  await new Promise((resolve) => setTimeout(resolve, MAIL_MS));
  const orders = await query<OrderRow>(`
    select id, kind, status, line_id as line,
      (quote->'amounts'->>'finalCheckoutAmount')::int as cents,
      exists (select from lines where order_id = orders.id)
        or exists (select from line_periods where order_id = orders.id)
        or exists (select from line_add_ons where order_id = orders.id) as begun
    from orders where tenant_id = ${HARBOR} order by created_at`);
  const charges = await query<ChargeRow>(
    'select owner_id as owner, payment_ref as ref, amount_cents as cents, status from charges',
  );
  const receipts = await query<Books['receipts'][number]>(`
    select owner_id as owner, email, final_cents as cents
    from transactions join customers on customers.id = customer_id where successful`);
  const refunds = await query<Books['refunds'][number]>(
    'select refund_ref as ref, amount_cents as cents, status from refunds',
  );
  const lines = await query<LineRow>(
    'select id, order_id as "order", status, mdn from lines order by created_at',
  );
  const periods = await query<PeriodRow>(`
    select line_id as line, number, order_id as "order",
      extract(epoch from starts_at)::float as "from", extract(epoch from ends_at)::float as "to"
    from line_periods where taken_back_at is null`);
  const portIns = await query<Books['portIns'][number]>(`
    select port_ins.id, msisdn, port_ins.status, lines.mdn
    from port_ins left join lines on lines.id = line_id and lines.status <> 'ended'
    where port_ins.status <> 'draft'`);
  const accounts = await query<{ email: string; holds: boolean }>(
    `select email, holds_email as holds from customers
    where tenant_id = ${HARBOR} order by created_at`,
  );
  const sent = await query<Books['sent'][number]>(
    'select id, address as "to", subject from sent_emails',
  );
  const letters = await query<{ id: string }>(`
    select data->>'id' as id from pgboss.job
    where name in ('send-letter', 'send-urgent-letter') and (data->>'tenant')::int = ${HARBOR}`);
  const jobs = await query<Books['jobs'][number]>(`
    select coalesce(source_name, name) as name, state, coalesce(output::text, '') as says
    from pgboss.job
    where name not like '\\_\\_pgboss%' and (name = 'given-up' or state in ('retry', 'active', 'failed')
      or (state = 'created' and start_after < now() - interval '20 seconds'))`);
  const locks = await query<{ pid: number }>(`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and state = 'idle'`);
  const kept = await query<{ id: string }>(`
    select client_id as id from chat_messages where client_id is not null
    union all select text from chat_messages union all select message from contact_messages
    union all select id from approvals`);
  const stands = await query<{ about: string; value: string }>(`
    select 'nickname ' || id as about, nickname as value from lines
    union all select 'name ' || email, last_name from customers
    union all select 'autopay ' || lines.id,
        case when lines.status = 'ended' then 'ended' else coalesce(is_on, false)::text end
      from lines left join line_autopay on line_id = lines.id
    union all select 'primary ' || email, cards.id from cards
      join customers on customers.id = customer_id where primary_card`);
  const cards = await query<{ id: string }>('select id from cards');
  const there = new Set(cards.map(({ id }) => id));
  return {
    orders,
    charges,
    receipts,
    refunds,
    lines,
    periods,
    portIns,
    accounts: accounts.map(({ email }) => email),
    holders: accounts.flatMap(({ email, holds }) => (holds ? [email] : [])),
    sent,
    letters: letters.map(({ id }) => id),
    jobs,
    stuck,
    locks: locks.map(({ pid }) => String(pid)),
    kept: new Set(kept.map(({ id }) => id)),
    stands: new Map([
      ...stands.map(({ about, value }) => [about, value] as const),
      ...[...ledger.latest.keys()].flatMap((about) => {
        const [what, id = ''] = about.split(' ');
        return what === 'deleted' && !there.has(id) ? [[about, 'deleted'] as const] : [];
      }),
    ]),
    provider: {
      charges: [...stripe.account.intents.values()].map(({ id, metadata, amount, status }) => ({
        ref: id,
        owner: metadata.ownerId ?? '',
        cents: amount,
        paid: status === 'succeeded',
      })),
      refunds: [...stripe.account.refunds.values()].map(({ id, intent, amount, status }) => ({
        ref: id,
        charge: intent.id,
        cents: amount,
        status,
      })),
    },
    carrier: {
      lines: gigs.has.subscriptions.map(({ metadata, phoneNumber, status }) => ({
        key: metadata.portside_line ?? '',
        mdn: (phoneNumber ?? '').replace('+1', ''),
        status,
      })),
      portIns: gigs.has.portings.map(({ phoneNumber, status }) => ({
        msisdn: phoneNumber.replace('+1', ''),
        status,
      })),
    },
    arrived: emails.map(({ id, ...one }) => ({ id: /(let_\w+)/.exec(id)?.[1] ?? id, ...one })),
    lockedOut,
  };
}
