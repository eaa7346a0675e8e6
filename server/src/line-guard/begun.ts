import type { Move } from '@portside/contract/line-work';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Customer } from '../http/who.ts';
import * as store from './store.ts';

/** What a browser may have begun on a line, and leaves behind when it is logged out. */
export type Begun = Exclude<Move, 'sim_lock' | 'number_lock'> | 'ending' | 'invitation';

/** Not what staff do: nobody logs their browser out of the account. */
export async function noteBegun(
  app: Pick<App, 'clock'>,
  tx: Tx,
  who: Customer,
  { lineId, what }: { lineId: string; what: Begun },
): Promise<void> {
  if (who.agent) return;
  await store.noteBegun(tx, {
    line_id: lineId,
    what,
    tenant_id: who.tenant,
    session_id: who.sessionId,
    at: app.clock.now(),
  });
}

/** Only what no other browser has begun since. */
export const begunBy = async (
  db: Query,
  lineId: string,
  sessionId: string,
): Promise<ReadonlySet<Begun>> => new Set(await store.begunBy(db, lineId, sessionId));
