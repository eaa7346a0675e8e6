import { phone } from '@portside/contract/phone';
import type { NumberChange } from '../adapters/carrier/carrier-numbers.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { changeMdn } from '../lines/change-mdn.ts';
import { lineOfNotice } from '../lines/active-lines.ts';
import { endWork, lockForWork } from '../lines/line-work.ts';
import { noteChangeOver } from '../lines/network-asks.ts';
import { claimNumber } from '../lines/number-clashes.ts';
import { tellOfLine, warnOfLine } from '../lines/told.ts';
import { noteActivity } from '../sessions/activity.ts';
import { numberChangedEmail, numberKeptEmail } from './emails.ts';
import * as store from './store.ts';

/** Repeated until the carrier answers. */
export const changeNumberJob = defineJob<{ changeId: string }>('change-number', { atOnce: 4 });

/** Our key makes it one change, however often it is asked for. @throws OutsideFailure */
export async function carryOut(app: App, changeId: string): Promise<void> {
  const change = await store.changeOf(app.db.query, changeId);
  if (change?.state !== 'asked') return;
  const { old_mdn: msisdn, zip_code: zipCode, kept_number: kept } = change;
  const { carrier } = app.adapters.of(change.tenant_id);
  const request = { key: changeId, msisdn, zipCode, ...(kept && { kept }) };
  const answer = await askOnce(app, changeId, () => carrier.changeNumber(request));
  if (answer && answer.kind !== 'pending') {
    await app.db.transaction((tx) => finish(app, tx, change, answer));
  }
}

/** As long as nobody has asked the carrier it can be stopped. @returns undefined when it was */
async function askOnce(
  app: App,
  changeId: string,
  ask: () => Promise<NumberChange>,
): Promise<NumberChange | undefined> {
  const mine = app.random.id('ask');
  const begun = await store.beginAsking(app.db.query, changeId, mine);
  if (!begun) return undefined;
  try {
    return await ask();
  } catch (error) {
    const wasNotTaken = error instanceof OutsideFailure && error.outcome === 'not_done';
    if (wasNotTaken && begun.before === null) await store.neverAsked(app.db.query, changeId, mine);
    throw error;
  }
}

/** A notice says only which line to look at. @throws OutsideFailure */
export async function carryOutOfLine(
  app: App,
  about: { tenant: number; ref: string },
): Promise<void> {
  const line = await lineOfNotice(app, about);
  const change = line && (await store.askedChangeOf(app.db.query, line.id));
  if (change) await carryOut(app, change.id);
}

async function finish(
  app: App,
  tx: Tx,
  change: store.ChangeRow,
  answer: Exclude<NumberChange, { kind: 'pending' }>,
): Promise<void> {
  const { id, line_id: lineId, tenant_id: tenant, old_mdn: oldMdn } = change;
  const owner = await lockForWork(tx, lineId);
  const newMdn = answer.kind === 'changed' ? answer.msisdn : null;
  const reason = answer.kind === 'refused' ? answer.reason : null;
  // Asked again once no other line has it.
  if (newMdn && !(await claimNumber(app, tx, { id: lineId, tenant_id: tenant }, newMdn))) return;
  const isFirst = await store.finishChange(tx, id, {
    state: newMdn ? 'done' : 'refused',
    new_mdn: newMdn,
    done_at: app.clock.now(),
    reason,
  });
  if (!isFirst || !owner) return;
  await endWork(tx, lineId, 'number_change');
  await noteChangeOver(tx, lineId);
  const line = { id: lineId, owner };
  if (!newMdn) {
    const old = { id: lineId, mdn: oldMdn };
    return tellOfLine(app, tx, line, 'both', (brand, reader) =>
      numberKeptEmail(brand, reader, old, reason),
    );
  }
  await changeMdn(app, tx, lineId, newMdn);
  const actor = { ...owner, network: change.network, userAgent: change.user_agent };
  const words = { line: phone(oldMdn), number: phone(newMdn) };
  await noteActivity(app, tx, actor, 'number_changed', words);
  await warnOfLine(app, tx, line, 'both', (brand, reader) =>
    numberChangedEmail(brand, reader, { id: lineId, mdn: newMdn, oldMdn }),
  );
}

export async function finishChanges(app: App): Promise<void> {
  const found = await store.askedChanges(app.db.query);
  await sweep(app, found, (id) => carryOut(app, id), 'a number could not be changed yet');
}
