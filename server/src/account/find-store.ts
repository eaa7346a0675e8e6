import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { CustomerRow } from './store.ts';

export type FoundRow = Pick<
  CustomerRow,
  'id' | 'first_name' | 'last_name' | 'email' | 'contact_number'
>;

/** Each has an index of its own (docs/decisions/0920). */
const columns = {
  email: sql<string>`email collate "C"`,
  firstLast: sql<string>`lower(first_name || ' ' || last_name) collate "C"`,
  lastFirst: sql<string>`lower(last_name || ' ' || first_name) collate "C"`,
} as const;

export type Likeness =
  | { readonly email: string }
  | { readonly firstLast: string }
  | { readonly lastFirst: string };

const open = (db: Query, tenant: number) =>
  db
    .withTables<{ customers: CustomerRow }>()
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'email', 'contact_number'])
    .where('tenant_id', '=', tenant)
    .where('joined_to', 'is', null)
    .where('erased_at', 'is', null);

/** Of `%`, `_` and a backslash, what was typed. */
const beginning = (text: string) => `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export function customersLike(
  db: Query,
  tenant: number,
  like: Likeness,
  limit: number,
): Promise<FoundRow[]> {
  const [[name, text] = ['email', ''] as const] = Object.entries(like) as [
    keyof typeof columns,
    string,
  ][];
  const column = columns[name];
  return open(db, tenant)
    .where(column, 'like', beginning(text))
    .orderBy(column)
    .limit(limit)
    .execute();
}

export function customersOfNumber(
  db: Query,
  tenant: number,
  spellings: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  return open(db, tenant)
    .where('contact_number', 'in', spellings)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function openCustomers(
  db: Query,
  tenant: number,
  ids: readonly string[],
): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  return open(db, tenant).where('id', 'in', ids).execute();
}
