import type { PlanLabel } from '@portside/contract/plan-label';
import type { PlanTerms } from '@portside/contract/plans';
import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { PlanLimits, PlanWords } from './plan-file.ts';
import type { Prepay } from './prepay.ts';

type Json<T> = ColumnType<T, string | null, string | null>;

export interface PlanRow {
  tenant_id: number;
  id: string;
  position: number;
  nickname: string;
  retail_name: string;
  retail_description: string;
  price_cents: number;
  popular: boolean;
  flag: number;
  data_gb: number | null;
  limits: PlanLimits | null;
  on_sale: boolean;
  label: PlanLabel | null;
  terms: PlanTerms | null;
  /** The shortest first; null: 30 days at a time. */
  prepay: Prepay[] | null;
  es: PlanWords | null;
  /** What the carrier calls it; null: as we do. */
  carrier_plan_id: string | null;
}

type PlanTable = Omit<PlanRow, 'limits' | 'label' | 'terms' | 'prepay' | 'es'> & {
  limits: Json<PlanLimits | null>;
  label: Json<PlanLabel | null>;
  terms: Json<PlanTerms | null>;
  prepay: Json<Prepay[] | null>;
  es: Json<PlanWords | null>;
};

const tables = (db: Query) => db.withTables<{ plans: PlanTable }>();

export function plansOnSale(db: Query, tenant: number): Promise<PlanRow[]> {
  return tables(db)
    .selectFrom('plans')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('on_sale', '=', true)
    .orderBy('position')
    .execute();
}

/** Also off sale. */
export function allPlans(db: Query, tenant: number): Promise<PlanRow[]> {
  return tables(db)
    .selectFrom('plans')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function lockPlan(tx: Tx, tenant: number, id: string): Promise<PlanRow | undefined> {
  return tables(tx)
    .selectFrom('plans')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Also off sale. */
export async function hasPlans(db: Query, tenant: number): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('plans')
    .select('id')
    .where('tenant_id', '=', tenant)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export function planOnSale(db: Query, tenant: number, id: string): Promise<PlanRow | undefined> {
  return tables(db)
    .selectFrom('plans')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('on_sale', '=', true)
    .executeTakeFirst();
}

/** Also off sale: lines keep their plan. */
export function planEver(db: Query, tenant: number, id: string): Promise<PlanRow | undefined> {
  return tables(db)
    .selectFrom('plans')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function plansEver(db: Query, tenant: number, ids: readonly string[]): Promise<PlanRow[]> {
  return tables(db)
    .selectFrom('plans')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
}

export interface PriceRise {
  id: string;
  plan_id: string;
  tenant_id: number;
  cents: number;
  at: Date;
  /** When its lines are next looked for; null once all were told. */
  look_at: Date | null;
  /** The price fell again. */
  void_at: Date | null;
}

const rises = (db: Query) => db.withTables<{ price_rises: PriceRise }>();

export function standingRises(db: Query, tenant: number, planId: string): Promise<PriceRise[]> {
  return rises(db)
    .selectFrom('price_rises')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('plan_id', '=', planId)
    .where('void_at', 'is', null)
    .execute();
}

export const nextLookAtRises = sql<Date | null>`(
  select min(look_at) from price_rises where look_at is not null and void_at is null
)`;

export function openRises(db: Query): Promise<PriceRise[]> {
  return rises(db)
    .selectFrom('price_rises')
    .selectAll()
    .where('look_at', 'is not', null)
    .where('void_at', 'is', null)
    .orderBy('look_at')
    .execute();
}

export async function setRise(
  db: Query,
  id: string,
  values: Pick<PriceRise, 'look_at'>,
): Promise<void> {
  await rises(db).updateTable('price_rises').set(values).where('id', '=', id).execute();
}

export async function insertRise(tx: Tx, row: PriceRise): Promise<void> {
  await rises(tx).insertInto('price_rises').values(row).execute();
}

/** Rises above a price that the plan has no longer. */
export async function voidRises(
  tx: Tx,
  plan: { tenant: number; id: string; cents: number },
  now: Date,
): Promise<void> {
  await rises(tx)
    .updateTable('price_rises')
    .set({ void_at: now })
    .where('tenant_id', '=', plan.tenant)
    .where('plan_id', '=', plan.id)
    .where('cents', '>', plan.cents)
    .where('void_at', 'is', null)
    .execute();
}

/** Also of plans that are off sale. */
export function lockPrices(tx: Tx, tenant: number): Promise<Pick<PlanRow, 'id' | 'price_cents'>[]> {
  return tables(tx)
    .selectFrom('plans')
    .select(['id', 'price_cents'])
    .where('tenant_id', '=', tenant)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function savePlans(tx: Tx, tenant: number, rows: PlanRow[]): Promise<void> {
  await tables(tx)
    .updateTable('plans')
    .set({ on_sale: false })
    .where('tenant_id', '=', tenant)
    .execute();
  await putPlans(tx, rows);
}

export async function putPlans(tx: Tx, rows: PlanRow[]): Promise<void> {
  await tables(tx)
    .insertInto('plans')
    .values(
      rows.map((row) => ({
        ...row,
        limits: row.limits && JSON.stringify(row.limits),
        label: row.label && JSON.stringify(row.label),
        terms: row.terms && JSON.stringify(row.terms),
        // A draft of the version before has none.
        prepay: row.prepay ? JSON.stringify(row.prepay) : null,
        es: row.es && JSON.stringify(row.es),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        nickname: row.ref('excluded.nickname'),
        retail_name: row.ref('excluded.retail_name'),
        retail_description: row.ref('excluded.retail_description'),
        price_cents: row.ref('excluded.price_cents'),
        popular: row.ref('excluded.popular'),
        flag: row.ref('excluded.flag'),
        data_gb: row.ref('excluded.data_gb'),
        limits: row.ref('excluded.limits'),
        on_sale: row.ref('excluded.on_sale'),
        label: row.ref('excluded.label'),
        terms: row.ref('excluded.terms'),
        prepay: row.ref('excluded.prepay'),
        es: row.ref('excluded.es'),
        carrier_plan_id: row.ref('excluded.carrier_plan_id'),
      })),
    )
    .execute();
}
