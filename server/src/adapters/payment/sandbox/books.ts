import type { World } from '../../../app.ts';
import type { BookEntry, PaymentPort } from '../payment.ts';
import { settleDueCharges } from './charges.ts';
import { settleDueRefunds } from './refunds.ts';
import * as store from './store.ts';

/** As at Stripe. */
const PAGE = 100;

export async function listBooks(
  world: World,
  { of, since, cursor }: Parameters<PaymentPort['listBooks']>[0],
): ReturnType<PaymentPort['listBooks']> {
  await settleDueCharges(world);
  await settleDueRefunds(world);
  const found = await (of === 'charges' ? charges : refunds)(world, since, cursor);
  const entries = found.slice(0, PAGE);
  const last = entries.at(-1);
  return { entries, ...(found.length > PAGE && last && { next: last.ref }) };
}

async function charges(world: World, since: Date, after = ''): Promise<BookEntry[]> {
  const tables = store.payTables(world.db.query);
  const last = await tables
    .selectFrom('sandbox_pay_charges')
    .select('created_at')
    .where('ref', '=', after)
    .executeTakeFirst();
  const rows = await tables
    .selectFrom('sandbox_pay_charges')
    .select(['ref', 'amount_cents', 'status', 'owner_kind', 'owner_id', 'created_at'])
    .where('created_at', '>=', last?.created_at ?? since)
    .orderBy('created_at')
    .orderBy('ref')
    .execute();
  return rows
    .filter((row) => !last || row.created_at > last.created_at || row.ref > after)
    .map((row) => ({
      ref: row.ref,
      amountCents: row.amount_cents,
      kind: row.status,
      owner: {
        kind: row.owner_kind,
        id: row.owner_id,
      },
      at: row.created_at,
    }));
}

async function refunds(world: World, since: Date, after = ''): Promise<BookEntry[]> {
  const tables = store.payTables(world.db.query);
  const last = await tables
    .selectFrom('sandbox_pay_refunds')
    .select('created_at')
    .where('ref', '=', after)
    .executeTakeFirst();
  const rows = await tables
    .selectFrom('sandbox_pay_refunds')
    .select(['ref', 'amount_cents', 'status', 'created_at'])
    .where('created_at', '>=', last?.created_at ?? since)
    .orderBy('created_at')
    .orderBy('ref')
    .execute();
  return rows
    .filter((row) => !last || row.created_at > last.created_at || row.ref > after)
    .map((row) => ({
      ref: row.ref,
      amountCents: row.amount_cents,
      kind: row.status,
      at: row.created_at,
    }));
}
