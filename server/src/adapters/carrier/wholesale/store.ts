import type { Query } from '../../../db/database.ts';

export type RequestKind = 'activation' | 'port-in' | 'port-in-update' | 'number';

/** One thing that was asked of the carrier, by our key: it looks up none. */
export interface RequestRow {
  account: string;
  kind: RequestKind;
  key: string;
  ref: string;
  fingerprint: string;
  state: 'asked' | 'made' | 'refused' | 'canceled';
  msisdn: string;
  iccid: string;
  reason: string | null;
  /** Sent, and perhaps done: its answer is not known. */
  sent: number;
  leased_until: Date | null;
  asked_at: Date;
}

export type RequestKey = Pick<RequestRow, 'kind' | 'key'>;
export type WholesaleStore = ReturnType<typeof wholesaleStore>;

export function wholesaleStore(db: Query, account: string) {
  const tables = db.withTables<{ wholesale_requests: RequestRow }>();
  const rows = () =>
    tables.selectFrom('wholesale_requests').selectAll().where('account', '=', account);
  const one = ({ kind, key }: RequestKey): Promise<RequestRow | undefined> =>
    rows().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
  return {
    one,
    byRef: (kind: RequestKind, ref: string): Promise<RequestRow | undefined> =>
      rows().where('kind', '=', kind).where('ref', '=', ref).executeTakeFirst(),
    /** Our key of the line that was activated with the card. */
    async lineOfSim(iccid: string): Promise<string | undefined> {
      const made = rows().where('kind', '=', 'activation').where('state', '=', 'made');
      const latest = made.where('iccid', '=', iccid).orderBy('asked_at', 'desc').limit(1);
      const row = iccid && (await latest.executeTakeFirst());
      return row ? row.key : undefined;
    },
    /** The first one with the key stays. */
    async add(
      row: Pick<
        RequestRow,
        'kind' | 'key' | 'ref' | 'fingerprint' | 'msisdn' | 'iccid' | 'asked_at'
      >,
    ): Promise<RequestRow> {
      const fresh = { ...row, account, state: 'asked', reason: null, sent: 0, leased_until: null };
      await tables
        .insertInto('wholesale_requests')
        .values(fresh as RequestRow)
        .onConflict((conflict) => conflict.columns(['account', 'kind', 'key']).doNothing())
        .execute();
      const kept = await one(row);
      if (!kept) throw new Error(`The request ${row.key} is gone`);
      return kept;
    },
    /** Undefined while another process is at it, or when it is settled. */
    lease: ({ kind, key }: RequestKey, now: Date, until: Date): Promise<RequestRow | undefined> =>
      tables
        .updateTable('wholesale_requests')
        .set({ leased_until: until })
        .where('account', '=', account)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('state', '=', 'asked')
        .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst(),
    async change({ kind, key }: RequestKey, change: Partial<RequestRow>): Promise<void> {
      await tables
        .updateTable('wholesale_requests')
        .set(change)
        .where('account', '=', account)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute();
    },
  };
}
