import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { cancelPortIn as cancelPortInCall } from '@portside/contract/port-in';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { say } from '../words/say.ts';
import { lockOwn } from './owners.ts';
import { isCancelAsked, isOver, mayCancel } from './progress.ts';
import * as store from './store.ts';
import { ASK_AGAIN_SECONDS, settlePortIn, settlePortInJob } from './submitting.ts';
import { movePortIn } from './move-port-in.ts';
import { cancelAskedSentence } from './wording.ts';

/** The carrier decides; until it answers, a job keeps asking. @throws No `not_found` */
export async function cancelPortIn(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof cancelPortInCall>,
): Promise<OutputOf<typeof cancelPortInCall> | Refused<'too_late' | 'not_offered'>> {
  const asked = await app.db.transaction(async (tx) => {
    const row = await lockOwn(tx, who, id);
    if (!row) throw notFound();
    return askCancel(app, tx, row, 'customer');
  });
  if (isCancelAsked(asked)) await askNow(app, id);
  const row = await store.portInOf(app.db.query, who, id);
  if (!row) throw notFound();
  const { status } = row;
  if (isOver(status) && status !== 'completed') {
    return { status, message: say(who.language, 'Your number stays where it is.') };
  }
  if (!mayCancel(status)) return refused('too_late');
  if (!isCancelAsked(row)) return refused('not_offered');
  return { status, message: say(who.language, cancelAskedSentence) };
}

async function askNow(app: App, id: string): Promise<void> {
  try {
    await settlePortIn(app, id);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    app.log.warn({ error, portInId: id }, 'the carrier was not asked to cancel yet');
  }
}

/** Not every carrier lets us, once it was sent. */
export const mayBeCanceled = (app: App, row: store.PortInRow): boolean =>
  mayCancel(row.status) &&
  (row.attempt === 0 || app.adapters.of(row.tenant_id).carrier.can.has('cancelPortIn'));

/**
 * Of those onto a line that has a number: whoever began one since then may not be its owner. @param
 * waits for whoever holds one; its line is locked by nobody yet @returns the numbers that were coming
 */
export async function stopOntoLine(
  app: App,
  tx: Tx,
  owner: Owner,
  onto: { lineId: string; since: Date; waits: boolean },
): Promise<string[]> {
  const found = await store.lockOntoLine(tx, owner, onto);
  const stopped: string[] = [];
  for (const row of found) {
    if (isCancelAsked(row) || !mayBeCanceled(app, row)) continue;
    await askCancel(app, tx, row, 'customer');
    stopped.push(row.msisdn);
  }
  return stopped;
}

/** What was never sent is canceled at once. @returns the new row */
export async function askCancel(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  by: 'customer' | 'expiry',
): Promise<store.PortInRow> {
  if (!mayCancel(row.status)) return row;
  if (!mayBeCanceled(app, row)) {
    // It rests there. What we have about the old carrier is erased all the same.
    return (by === 'expiry' && (await movePortIn(app, tx, row, 'expired'))) || row;
  }
  if (row.attempt === 0) {
    const transition = by === 'expiry' ? 'expired' : 'cancelled';
    return (await movePortIn(app, tx, row, transition)) ?? row;
  }
  if (isCancelAsked(row)) return row;
  const wish = { cancel_asked_at: app.clock.now(), cancel_asked_by: by };
  await store.setPortIn(tx, row.id, wish);
  const { id, attempt, status } = row;
  const owner = ownerOfRow(row);
  await app.jobs.enqueue(tx, settlePortInJob, { id, attempt }, { after: ASK_AGAIN_SECONDS });
  if (owner) await publish(app, tx, owner, { kind: 'portIn', id, status });
  return { ...row, ...wish };
}
