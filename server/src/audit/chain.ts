import { hash } from 'node:crypto';
import type { App } from '../app.ts';
import * as store from './store.ts';

const AT_ONCE = 1000;

/** What a row says, in one spelling. */
export const textOf = (row: Omit<store.AuditRow, 'stamp' | 'seq' | 'hash'>): string =>
  JSON.stringify([
    row.id,
    row.tenant_id,
    row.at.toISOString(),
    row.staff_id,
    row.staff,
    row.role,
    row.call,
    row.customer_id,
    row.about,
    row.outcome,
    row.detail,
    row.network,
    row.user_agent,
    row.request_id,
  ]);

const linkOf = (before: string, seq: number, row: store.AuditRow) =>
  hash('sha256', JSON.stringify([before, seq, row.stamp, textOf(row)]), 'hex');

const headOf = (tenant: number, seq: number, last: string) => JSON.stringify([tenant, seq, last]);

/**
 * Committed rows get their place in the brand's chain, one job at a time, so that no call of staff
 * waits for another's. @returns how many
 */
export async function sealEntries(app: App): Promise<number> {
  let sealed = 0;
  for (const brand of app.brands.all) {
    for (let more = AT_ONCE; more === AT_ONCE;) {
      more = await sealSome(app, brand.client.mvnoId);
      sealed += more;
    }
  }
  return sealed;
}

async function sealSome(app: App, tenant: number): Promise<number> {
  // Nothing is locked for nothing.
  if ((await store.unsealed(app.db.query, tenant, 1)).length === 0) return 0;
  return app.db.transaction(async (tx) => {
    const chain = await store.lockChain(tx, tenant);
    const open = await store.unsealed(tx, tenant, AT_ONCE);
    let { last_seq: seq, last_hash: last } = chain;
    const links = open.map((row) => {
      seq += 1;
      last = linkOf(last, seq, row);
      return { id: row.id, seq, hash: last };
    });
    if (links.length === 0) return 0;
    const stamp = app.secrets.mac(headOf(tenant, seq, last), 'audit-head');
    await store.seal(tx, links, { tenant_id: tenant, last_seq: seq, last_hash: last, stamp });
    // A log outside of the database proves the end of the chain.
    app.log.info({ tenant, seq, hash: last }, 'the audit is sealed so far');
    return links.length;
  });
}

export interface Verified {
  tenant: number;
  entries: number;
  /** Of the last minute, not in the chain yet. Their stamps are checked. */
  unsealed: number;
  /** Undefined when every row is as it was written. */
  broken?: { row: string; why: string };
}

export async function verifyChain(app: App, tenant: number): Promise<Verified> {
  const db = app.db.query;
  let [seq, last] = [0, ''];
  const broken = (row: string, why: string, unsealed = 0): Verified => ({
    tenant,
    entries: seq,
    unsealed,
    broken: { row, why },
  });
  // Read before the rows that it counts: more may be sealed meanwhile.
  let head = await store.chainOf(db, tenant);
  for (;;) {
    const rows = await store.sealedAfter(db, tenant, seq, AT_ONCE);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (row.seq !== seq + 1) return broken(row.id, `number ${seq + 1} before it is gone`);
      if (!isStamped(app, row)) return broken(row.id, 'it was changed');
      if (linkOf(last, row.seq, row) !== row.hash)
        return broken(row.id, 'it does not follow the one before it');
      [seq, last] = [row.seq, row.hash];
    }
    head = await store.chainOf(db, tenant);
  }
  const stamps = app.secrets.macs(headOf(tenant, seq, last), 'audit-head');
  if (head ? head.last_seq !== seq || !stamps.includes(head.stamp) : seq > 0) {
    return broken(`number ${seq + 1}`, 'the end of the chain is gone');
  }
  const open = await store.unsealed(db, tenant, AT_ONCE);
  const changed = open.find((row) => !isStamped(app, row));
  if (changed) return broken(changed.id, 'it was changed', open.length);
  return { tenant, entries: seq, unsealed: open.length };
}

const isStamped = ({ secrets }: App, row: store.AuditRow) =>
  secrets.macs(textOf(row), 'audit').includes(row.stamp);
