import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner, Visitor } from '../http/who.ts';
import * as store from './store.ts';
import { DENIAL_LIVES } from '../account/denials.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';

const COUNT = 10;
/** Crockford's base32. 16 characters are 80 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

type OwnerCaller = Visitor & Owner;

/** With a second step that is turned on, or in place of its codes. */
export async function makeRecoveryCodes(
  app: App,
  tx: Tx,
  owner: OwnerCaller,
  { isRenewal = false } = {},
): Promise<string[]> {
  const plain = Array.from({ length: COUNT }, () => newCode(app));
  const hashes = plain.map((code) => hashOf(owner.customerId, code));
  if (isRenewal) {
    const now = app.clock.now();
    const keptSince = later(now, -DENIAL_LIVES);
    await store.renewRecoveryCodes(tx, owner, hashes, { now, keptSince });
  } else await store.replaceRecoveryCodes(tx, owner, hashes);
  return plain.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

function newCode({ random }: Pick<App, 'random'>): string {
  return Array.from({ length: 16 }, () => ALPHABET[random.below(32)]).join('');
}

/** Those that the customer has now. */
export const recoveryCodesSince = async (db: Query, owner: Owner, secondStepSince?: Date) =>
  (await store.recoveryCodesMadeAt(db, owner)) ?? secondStepSince;

export async function spendRecoveryCode(
  app: App,
  tx: Tx,
  owner: OwnerCaller,
  typed: string,
): Promise<boolean> {
  const { tenant, customerId } = owner;
  const hash = hashOf(customerId, normal(typed));
  const isUsed = await store.useRecoveryCode(tx, { tenant, customerId, hash }, app.clock.now());
  if (!isUsed) return false;
  const left = await store.recoveryCodesLeft(tx, owner);
  const person = await viewPerson(tx, owner);
  await noteActivity(app, tx, owner, 'recovery_code_used');
  await postNotice(app, tx, owner, person, 'recovery_code_used', { left: String(left) });
  return true;
}

const normal = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** 80 random bits need no slow hash. With the customer's id, equal codes have different hashes. */
const hashOf = (customerId: string, code: string) =>
  createHash('sha256').update(`${customerId}:${code}`).digest('hex');
