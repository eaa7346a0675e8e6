import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Customer, Visitor } from '../http/who.ts';
import * as store from './store.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';

const COUNT = 10;
/** Crockford's: no I, L, O or U. 16 of them are 80 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

type Owner = Visitor & Pick<Customer, 'customerId'>;

/** Makes new ones, to be shown once; those before open nothing any more. */
export async function makeRecoveryCodes(app: App, tx: Tx, owner: Owner): Promise<string[]> {
  const plain = Array.from({ length: COUNT }, () => newCode(app));
  const hashes = plain.map((code) => hashOf(owner.customerId, code));
  await store.replaceRecoveryCodes(tx, owner.tenant, owner.customerId, hashes);
  return plain.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

function newCode({ random }: Pick<App, 'random'>): string {
  return Array.from({ length: 16 }, () => ALPHABET[random.below(32)]).join('');
}

/** Uses one up and tells the owner. False for a wrong or a used one. */
export async function spendRecoveryCode(
  app: App,
  tx: Tx,
  owner: Owner,
  typed: string,
): Promise<boolean> {
  const { tenant, customerId } = owner;
  const hash = hashOf(customerId, normal(typed));
  const isUsed = await store.useRecoveryCode(tx, { tenant, customerId, hash }, app.clock.now());
  if (!isUsed) return false;
  const left = await store.recoveryCodesLeft(tx, tenant, customerId);
  const person = await viewPerson(tx, tenant, customerId);
  await noteActivity(app, tx, owner, 'recovery_code_used');
  await postNotice(app, tx, owner, person, 'recovery_code_used', { left: String(left) });
  return true;
}

/** As people copy it. */
const normal = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** 80 bits of chance need no slow hash. The customer in it: the same code of two has two hashes. */
const hashOf = (customerId: string, code: string) =>
  createHash('sha256').update(`${customerId}:${code}`).digest('hex');
