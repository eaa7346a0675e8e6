import type { Query } from '../../../db/database.ts';

export type RequestKind = 'activation' | 'port-in' | 'port-in-update' | 'plan' | 'sim' | 'port-out';

/** One thing that was asked of Gigs, by our key. */
export interface RequestRow {
  project: string;
  kind: RequestKind;
  key: string;
  /** Ours, for what Gigs refused and thus has no id for. */
  ref: string;
  fingerprint: string;
  state: 'asked' | 'made' | 'refused' | 'canceled';
  their_id: string | null;
  subscription_id: string | null;
  /** Theirs, that it began with: the customer may change, as accounts are joined. */
  user_id: string | null;
  /** Of a refusal; of an update, what stood before it. */
  reason: string | null;
  asked_at: Date;
  leased_until: Date | null;
  /** An attempt without an answer may still be under way. */
  unsure_until: Date | null;
}
type Tables = {
  gigs_requests: RequestRow;
  gigs_users: { project: string; customer_id: string; user_id: string };
  gigs_lines: { project: string; msisdn: string; subscription_id: string };
};
export interface RequestKey {
  kind: RequestKind;
  key: string;
}
export type GigsStore = ReturnType<typeof gigsStore>;

export function gigsStore(db: Query, project: string) {
  const tables = db.withTables<Tables>();
  const one = ({ kind, key }: RequestKey) =>
    tables
      .selectFrom('gigs_requests')
      .selectAll()
      .where('project', '=', project)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirst();
  return {
    one,
    /** The first one with the key stays. */
    async add(
      row: Pick<RequestRow, 'kind' | 'key' | 'ref' | 'fingerprint' | 'state' | 'asked_at'>,
    ) {
      const none = { their_id: null, subscription_id: null, user_id: null, reason: null };
      await tables
        .insertInto('gigs_requests')
        .values({ ...row, ...none, project, leased_until: null, unsure_until: null })
        .onConflict((conflict) => conflict.columns(['project', 'kind', 'key']).doNothing())
        .execute();
      const kept = await one(row);
      if (!kept) throw new Error(`The request ${row.key} is gone`);
      return kept;
    },
    /** Undefined while another process is at it, or when it is settled. */
    lease: ({ kind, key }: RequestKey, now: Date, until: Date) =>
      tables
        .updateTable('gigs_requests')
        .set({ leased_until: until })
        .where('project', '=', project)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('state', '=', 'asked')
        .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst(),
    async change({ kind, key }: RequestKey, change: Partial<RequestRow>) {
      await tables
        .updateTable('gigs_requests')
        .set(change)
        .where('project', '=', project)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute();
    },
    byRef: (kind: RequestKind, ref: string) =>
      tables
        .selectFrom('gigs_requests')
        .selectAll()
        .where('project', '=', project)
        .where('kind', '=', kind)
        .where((on) => on.or([on('ref', '=', ref), on('their_id', '=', ref)]))
        .executeTakeFirst(),
    /** Of changes with the same subscription, which Gigs does not tell apart by our keys. */
    async claimed(kind: RequestKind, subscription: string): Promise<Set<string>> {
      const rows = await tables
        .selectFrom('gigs_requests')
        .select('their_id')
        .where('project', '=', project)
        .where('kind', '=', kind)
        .where('subscription_id', '=', subscription)
        .execute();
      return new Set(rows.flatMap((row) => row.their_id ?? []));
    },
    asked: (kind: RequestKind, fingerprint: string) =>
      tables
        .selectFrom('gigs_requests')
        .selectAll()
        .where('project', '=', project)
        .where('kind', '=', kind)
        .where('fingerprint', '=', fingerprint)
        .execute(),
    async userOf(customerId: string): Promise<string | undefined> {
      const row = await tables
        .selectFrom('gigs_users')
        .select('user_id')
        .where('project', '=', project)
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      return row?.user_id;
    },
    async keepUser(customerId: string, userId: string) {
      await tables
        .insertInto('gigs_users')
        .values({ project, customer_id: customerId, user_id: userId })
        .onConflict((conflict) => conflict.columns(['project', 'customer_id']).doNothing())
        .execute();
    },
    async subscriptionOf(msisdn: string): Promise<string | undefined> {
      const row = await tables
        .selectFrom('gigs_lines')
        .select('subscription_id')
        .where('project', '=', project)
        .where('msisdn', '=', msisdn)
        .executeTakeFirst();
      return row?.subscription_id;
    },
    /** The latest: a number may come back. */
    async keepLine(msisdn: string, subscription: string) {
      await tables
        .insertInto('gigs_lines')
        .values({ project, msisdn, subscription_id: subscription })
        .onConflict((conflict) =>
          conflict.columns(['project', 'msisdn']).doUpdateSet({ subscription_id: subscription }),
        )
        .execute();
    },
  };
}
