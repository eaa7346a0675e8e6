import type { EsimState } from '@portside/contract/sim';
import type { PortInReason } from '@portside/contract/port-in-reasons';
import { sql, type Generated } from 'kysely';
import type { Query, Tx } from '../../../db/database.ts';
import type { LineState } from '../carrier-lines.ts';
import type { CarrierPortIn } from '../carrier-port-ins.ts';
import type { UsageKind } from '../carrier-usage.ts';
import type { Activation } from '../carrier-activations.ts';

export interface ActivationRow {
  ref: string;
  key: string;
  fingerprint: string;
  msisdn: string;
  iccid: string;
  sim_type: 'esim' | 'physical';
  imei: string;
  plan_id: string;
  /** Its number was not asked for: the carrier gave it. */
  assigned: boolean;
  status: Exclude<Activation['kind'], 'restricted' | 'ended'>;
  reason: Extract<Activation, { kind: 'refused' }>['reason'] | null;
  active_at: Date;
  created_at: Date;
}

export interface PortInRow {
  ref: string;
  key: string;
  fingerprint: string;
  msisdn: string;
  status: Exclude<CarrierPortIn['kind'], 'expired' | 'not_created'>;
  reason: PortInReason | null;
  raw_code: string;
  raw_text: string;
  tries: number;
  /** Of the first submit; later ones are compared with it. */
  account_mac: string;
  account_changed: boolean;
  pin_mac: string;
  pin_changed: boolean;
  holder_changed: boolean;
  /** Birthday and address are there. */
  holder_proved: boolean;
  iccid: string;
  step_at: Date | null;
  created_at: Date;
}

export interface EsimRow {
  iccid: string;
  msisdn: string;
  sealed_code: string;
  sealed_confirmation: string | null;
  state: EsimState;
  step_at: Date | null;
  created_at: Date;
}

interface PlanChangeRow {
  seq: Generated<number>;
  key: string;
  msisdn: string;
  plan_id: string;
  refused: boolean;
  asked_at: Date;
}

export interface LogRow {
  seq: number;
  at: Date;
  verb: string;
  about: string;
  answer: string;
}

export const carrierTables = (db: Query) =>
  db.withTables<{
    sandbox_carrier_numbers: { msisdn: string; key: string; zip_code: string; reserved_at: Date };
    sandbox_carrier_number_holds: { msisdn: string; key: string; zip_code: string; until: Date };
    sandbox_carrier_activations: ActivationRow;
    sandbox_carrier_port_ins: PortInRow;
    sandbox_carrier_updates: { key: string; ref: string };
    sandbox_carrier_esims: EsimRow;
    sandbox_carrier_lines: { msisdn: string; state: LineState; changed_at: Date };
    sandbox_carrier_locks: { msisdn: string; is_on: boolean; changed_at: Date };
    sandbox_carrier_usage: { msisdn: string; kind: UsageKind; starts_at: Date; amount: number };
    sandbox_carrier_plan_changes: PlanChangeRow;
    sandbox_carrier_log: Omit<LogRow, 'seq'> & { seq: Generated<number> };
  }>();

export function activationByKey(db: Query, key: string): Promise<ActivationRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_activations')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
}

export function activationByRef(db: Query, ref: string): Promise<ActivationRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_activations')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
}

export function activationOfNumber(db: Query, msisdn: string): Promise<ActivationRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_activations')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .where('status', '!=', 'refused')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const AT_ONCE = 200;

export async function dueActivations(db: Query, now: Date): Promise<string[]> {
  const rows = await carrierTables(db)
    .selectFrom('sandbox_carrier_activations')
    .select('ref')
    .where('status', '=', 'pending')
    .where('active_at', '<=', now)
    .orderBy('active_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.ref);
}

export function activate(tx: Tx, refs: readonly string[]): Promise<ActivationRow[]> {
  return (
    carrierTables(tx)
      .updateTable('sandbox_carrier_activations')
      .set({ status: 'active' })
      // In one order, so that two processes do not deadlock.
      .where('ref', 'in', (select) =>
        select
          .selectFrom('sandbox_carrier_activations')
          .select('ref')
          .where('ref', 'in', refs)
          .where('status', '=', 'pending')
          .orderBy('ref')
          .forUpdate(),
      )
      .where('status', '=', 'pending')
      .returningAll()
      .execute()
  );
}

export async function isFreeToActivate(tx: Tx, msisdn: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select (
      exists (select from sandbox_carrier_numbers where msisdn = ${msisdn})
      or 'completed' = (
        select status from sandbox_carrier_port_ins
        where msisdn = ${msisdn} and status <> 'cancelled' order by created_at desc limit 1
      )
    ) is true and not exists (
      select from sandbox_carrier_activations where msisdn = ${msisdn} and status <> 'refused'
    ) as free`.execute(tx);
  return rows[0]?.free ?? false;
}

export function pendingActivations(db: Query): Promise<ActivationRow[]> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_activations')
    .selectAll()
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .execute();
}

export function portInByKey(db: Query, key: string): Promise<PortInRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
}

export function portInByRef(db: Query, ref: string): Promise<PortInRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
}

export async function lockPortIn(tx: Tx, ref: string): Promise<PortInRow> {
  const row = await carrierTables(tx)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Error(`The carrier knows no port-in ${ref}`);
  return row;
}

export function portInOfNumber(db: Query, msisdn: string): Promise<PortInRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .where('status', '!=', 'cancelled')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function portInUnderWay(db: Query, msisdn: string): Promise<PortInRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .where('status', 'in', ['pending', 'delayed', 'confirmed'])
    .executeTakeFirst();
}

export async function insertPortIn(db: Query, row: PortInRow): Promise<boolean> {
  const inserted = await carrierTables(db)
    .insertInto('sandbox_carrier_port_ins')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function savePortIn(tx: Tx, { ref, ...values }: PortInRow): Promise<void> {
  await carrierTables(tx)
    .updateTable('sandbox_carrier_port_ins')
    .set(values)
    .where('ref', '=', ref)
    .execute();
}

export async function insertUpdate(tx: Tx, key: string, ref: string): Promise<boolean> {
  const inserted = await carrierTables(tx)
    .insertInto('sandbox_carrier_updates')
    .values({ key, ref })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function duePortIns(db: Query, now: Date): Promise<PortInRow[]> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('step_at', '<=', now)
    .execute();
}

export function openPortIns(db: Query): Promise<PortInRow[]> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_port_ins')
    .selectAll()
    .where('status', 'in', ['pending', 'delayed', 'confirmed'])
    .orderBy('created_at')
    .execute();
}
