import type { App } from '../app.ts';
import { later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import type { Customer } from '../http/who.ts';
import { FRESH } from './sessions.ts';
import type { OpenedBy, ProofBy } from './store.ts';
import * as store from './store.ts';

export type { OpenedBy, ProofBy };

export interface ActionProof {
  readonly by: ProofBy;
  /** Undefined for a session from before this was noted. */
  readonly openedBy: OpenedBy | undefined;
  /** False when another action was faster. */
  readonly spend: (db: Query) => Promise<boolean>;
  /** Nothing came of the action. */
  readonly giveBack: (db: Query) => Promise<void>;
}

/** What stands ready for this action, if the session has one. */
export async function actionProof(
  app: Pick<App, 'clock'>,
  db: Query,
  { sessionId }: Customer,
  action: string,
): Promise<ActionProof | undefined> {
  const row = await store.proofOf(db, sessionId);
  if (!row?.proof_at || !row.proof_by) return undefined;
  const { opened_by: openedBy, ...proof } = row;
  const { proof_at: at, proof_by: by, proof_for: only } = row;
  if (later(at, FRESH) <= app.clock.now() || (only !== null && only !== action)) return undefined;
  return {
    by,
    openedBy: openedBy ?? undefined,
    spend: (tx) => store.spendProof(tx, sessionId, at),
    giveBack: (tx) => store.returnProof(tx, sessionId, proof),
  };
}
