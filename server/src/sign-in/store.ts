import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface CredentialRow {
  customer_id: string;
  tenant_id: number;
  password_hash: string;
  changed_at: Date;
}

export interface PasskeyRow {
  tenant_id: number;
  id: string;
  customer_id: string;
  public_key: string;
  counter: number;
  transports: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface AuthenticatorAppRow {
  customer_id: string;
  tenant_id: number;
  /** Null until the app has shown a right code. */
  secret: string | null;
  /** A new secret, not confirmed yet. */
  pending: string | null;
  pending_at: Date | null;
  /** 30 second steps since 1970: each code counts once. */
  last_step: number;
}

export interface RecoveryCodeRow {
  customer_id: string;
  tenant_id: number;
  hash: string;
  used_at: Date | null;
  /** Null: with the second step. */
  made_at: Date | null;
}

interface ReplacedCodeRow extends Omit<RecoveryCodeRow, 'used_at'> {
  replaced_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    credentials: CredentialRow;
    passkeys: PasskeyRow;
    authenticator_apps: AuthenticatorAppRow;
    recovery_codes: RecoveryCodeRow;
    replaced_recovery_codes: ReplacedCodeRow;
  }>();

export async function saveCredential(db: Query, row: CredentialRow): Promise<void> {
  await tables(db)
    .insertInto('credentials')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ password_hash: row.password_hash, changed_at: row.changed_at }),
    )
    .execute();
}

export function credentialOf(db: Query, owner: Owner) {
  return tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .executeTakeFirst();
}

/** Of two registrations of an address at once, the second one sees the first. */
export async function lockRegistration(tx: Tx, tenant: number, email: string): Promise<void> {
  const key = `register ${tenant} ${email}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Locks the password if it is still this one. */
export async function holdCredential(
  tx: Tx,
  { tenant_id, customer_id, password_hash }: CredentialRow,
): Promise<boolean> {
  const held = await tables(tx)
    .selectFrom('credentials')
    .select('password_hash')
    .where('tenant_id', '=', tenant_id)
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirst();
  return held?.password_hash === password_hash;
}

export async function lockCredential(tx: Tx, owner: Owner): Promise<void> {
  await tables(tx)
    .selectFrom('credentials')
    .select('customer_id')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .forUpdate()
    .execute();
}

export async function deleteCredential(db: Query, owner: Owner): Promise<boolean> {
  const deleted = await tables(db)
    .deleteFrom('credentials')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** False when the tenant has this passkey already. */
export async function insertPasskey(db: Query, row: PasskeyRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function passkeyById(db: Query, tenant: number, id: string) {
  return tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function passkeysOf(db: Query, owner: Owner) {
  return tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function notePasskeyUse(
  db: Query,
  tenant: number,
  id: string,
  use: { counter: number; at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

export async function deletePasskeysSince(
  db: Query,
  { tenant, customerId }: { tenant: number; customerId: string },
  since: Date,
): Promise<void> {
  await tables(db)
    .deleteFrom('passkeys')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .execute();
}

export function deletePasskey(db: Query, owner: Owner, id: string) {
  return tables(db)
    .deleteFrom('passkeys')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

export async function holdPasskeys(tx: Tx, owner: Owner): Promise<number> {
  const held = await tables(tx)
    .selectFrom('passkeys')
    .select('id')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return held.length;
}

export async function savePendingApp(
  db: Query,
  row: Pick<AuthenticatorAppRow, 'customer_id' | 'tenant_id' | 'pending' | 'pending_at'>,
): Promise<void> {
  const { pending, pending_at } = row;
  await tables(db)
    .insertInto('authenticator_apps')
    .values({ ...row, secret: null, last_step: 0 })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ pending, pending_at }))
    .execute();
}

export function authenticatorApp(db: Query, owner: Owner) {
  return tables(db)
    .selectFrom('authenticator_apps')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .executeTakeFirst();
}

export async function confirmApp(
  tx: Tx,
  { tenant_id, customer_id, pending }: AuthenticatorAppRow,
  step: number,
): Promise<boolean> {
  const confirmed = await tables(tx)
    .updateTable('authenticator_apps')
    .set({ secret: pending, pending: null, pending_at: null, last_step: step })
    .where('tenant_id', '=', tenant_id)
    .where('customer_id', '=', customer_id)
    .where('pending', '=', pending)
    .executeTakeFirst();
  return confirmed.numUpdatedRows === 1n;
}

/** False for a used code, or an older one. */
export async function useAppStep(
  tx: Tx,
  { tenant_id, customer_id, secret }: AuthenticatorAppRow,
  step: number,
): Promise<boolean> {
  const used = await tables(tx)
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('tenant_id', '=', tenant_id)
    .where('customer_id', '=', customer_id)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function dropApp(tx: Tx, owner: Owner): Promise<void> {
  await tables(tx)
    .deleteFrom('authenticator_apps')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .execute();
}

/** None of an earlier second step is good again. */
export async function replaceRecoveryCodes(
  tx: Tx,
  owner: Owner,
  hashes: readonly string[],
): Promise<void> {
  await deleteCodes(tx, 'replaced_recovery_codes', owner);
  await deleteCodes(tx, 'recovery_codes', owner);
  await insertCodes(tx, owner, hashes, null);
}

/** Unused ones from before are kept for so long. */
export async function renewRecoveryCodes(
  tx: Tx,
  owner: Owner,
  hashes: readonly string[],
  { now, keptSince }: { now: Date; keptSince: Date },
): Promise<void> {
  const { tenant, customerId } = owner;
  await sql`
    delete from replaced_recovery_codes where tenant_id = ${tenant}
      and customer_id = ${customerId} and replaced_at <= ${keptSince}`.execute(tx);
  await sql`
    insert into replaced_recovery_codes (customer_id, tenant_id, hash, made_at, replaced_at)
    select customer_id, tenant_id, hash, made_at, ${now} from recovery_codes
    where tenant_id = ${tenant} and customer_id = ${customerId} and used_at is null`.execute(tx);
  await deleteCodes(tx, 'recovery_codes', owner);
  await insertCodes(tx, owner, hashes, now);
}

/** Those that were renewed since then end, and the ones from before are good again. */
export async function undoRenewals(tx: Tx, owner: Owner, since: Date): Promise<boolean> {
  const { tenant, customerId } = owner;
  const ended = await tables(tx)
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('made_at', '>=', since)
    .executeTakeFirst();
  if (ended.numDeletedRows === 0n) return false;
  await sql`
    insert into recovery_codes (customer_id, tenant_id, hash, made_at)
    select customer_id, tenant_id, hash, made_at from replaced_recovery_codes
    where tenant_id = ${tenant} and customer_id = ${customerId} and replaced_at >= ${since}
      and (made_at is null or made_at < ${since})`.execute(tx);
  await deleteCodes(tx, 'replaced_recovery_codes', owner);
  return true;
}

async function insertCodes(
  tx: Tx,
  owner: Owner,
  hashes: readonly string[],
  made_at: Date | null,
): Promise<void> {
  if (hashes.length === 0) return;
  const whose = { customer_id: owner.customerId, tenant_id: owner.tenant, used_at: null, made_at };
  await tables(tx)
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ ...whose, hash })))
    .execute();
}

async function deleteCodes(
  tx: Tx,
  table: 'recovery_codes' | 'replaced_recovery_codes',
  owner: Owner,
): Promise<void> {
  await tables(tx)
    .deleteFrom(table)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .execute();
}

/** Undefined: with the second step, or there are none. */
export async function recoveryCodesMadeAt(db: Query, owner: Owner): Promise<Date | undefined> {
  const row = await tables(db)
    .selectFrom('recovery_codes')
    .select('made_at')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .orderBy(sql`made_at desc nulls last`)
    .limit(1)
    .executeTakeFirst();
  return row?.made_at ?? undefined;
}

export async function useRecoveryCode(
  tx: Tx,
  of: { tenant: number; customerId: string; hash: string },
  now: Date,
): Promise<boolean> {
  const used = await tables(tx)
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('tenant_id', '=', of.tenant)
    .where('customer_id', '=', of.customerId)
    .where('hash', '=', of.hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function recoveryCodesLeft(db: Query, owner: Owner): Promise<number> {
  const left = await tables(db)
    .selectFrom('recovery_codes')
    .select('hash')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('used_at', 'is', null)
    .execute();
  return left.length;
}
