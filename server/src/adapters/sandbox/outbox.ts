import { sql, type Generated } from 'kysely';
import type { World } from '../../app.ts';
import { hours, later, minutes, seconds } from '../../clock.ts';
import type { Query, Tx } from '../../db/database.ts';
import type { SandboxService } from './break-modes.ts';

export interface OutgoingNotice {
  seq: number;
  id: string;
  service: SandboxService;
  about: string;
  body: string;
  deliver_at: Date;
  tries: number;
  deliveries: number;
  done: boolean;
  created_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    sandbox_notices: Omit<OutgoingNotice, 'seq' | 'tries' | 'deliveries' | 'done'> & {
      seq: Generated<number>;
      tries: Generated<number>;
      deliveries: Generated<number>;
      done: Generated<boolean>;
    };
  }>();

const LEASE = seconds(30);
const LONGEST_WAIT = minutes(5);
const GIVE_UP_AFTER = hours(72);
const BATCH = 100;

/** `heldBack` (milliseconds) lets later notices overtake it. */
export interface NewNotice {
  id: string;
  service: SandboxService;
  about: string;
  body: object;
  heldBack?: number;
}

/** In the transaction of the change they report: sent at least once with it, never without. */
export async function queueNotices(
  world: World,
  tx: Tx,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const now = world.clock.now();
  await tables(tx)
    .insertInto('sandbox_notices')
    .values(
      notices.map(({ id, service, about, body, heldBack = 0 }) => ({
        id,
        service,
        about,
        body: JSON.stringify(body),
        deliver_at: later(now, heldBack),
        created_at: now,
      })),
    )
    .execute();
}

export const nextNotice = sql<Date | null>`(
  select min(deliver_at) from sandbox_notices where not done
)`;

/** Named, so that it is planned once on a connection. */
const columns = [
  'seq',
  'id',
  'service',
  'about',
  'body',
  'deliver_at',
  'tries',
  'deliveries',
  'done',
  'created_at',
] as const satisfies readonly (keyof OutgoingNotice)[];

/** No two processes claim the same one. */
export async function claimDueNotices(world: World): Promise<OutgoingNotice[]> {
  const now = world.clock.now();
  const db = tables(world.db.query);
  const taken = await db
    .updateTable('sandbox_notices')
    .set({ deliver_at: later(now, LEASE), tries: sql`tries + 1` })
    .where('seq', 'in', (select) =>
      select
        .selectFrom('sandbox_notices')
        .select('seq')
        .where('done', '=', false)
        .where('deliver_at', '<=', now)
        .orderBy('deliver_at')
        .orderBy('seq')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .execute();
  return taken.sort((a, b) => a.seq - b.seq);
}

/** Every third notice is sent twice, a lost one again later. */
export async function noteDeliveries(
  world: World,
  sent: readonly { notice: OutgoingNotice; received: boolean }[],
): Promise<void> {
  if (sent.length === 0) return;
  const now = world.clock.now();
  const rows = sent.map(({ notice, received }) => {
    const deliveries = notice.deliveries + (received ? 1 : 0);
    const wanted = notice.seq % 3 === 0 ? 2 : 1;
    const tooOld = later(notice.created_at, GIVE_UP_AFTER) < now;
    const wait = received ? 0 : Math.min(seconds(2 ** Math.min(notice.tries, 9)), LONGEST_WAIT);
    return {
      seq: notice.seq,
      deliveries,
      done: deliveries >= wanted || tooOld,
      deliver_at: later(now, wait).toISOString(),
    };
  });
  await sql`
    update sandbox_notices as notice set deliveries = sent.deliveries, done = sent.done,
      deliver_at = sent.deliver_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as sent (seq bigint, deliveries int, done boolean, deliver_at timestamptz)
    where notice.seq = sent.seq`.execute(world.db.query);
}

export function listNotices(world: World, service: SandboxService): Promise<OutgoingNotice[]> {
  return tables(world.db.query)
    .selectFrom('sandbox_notices')
    .selectAll()
    .where('service', '=', service)
    .orderBy('seq', 'desc')
    .limit(50)
    .execute();
}
