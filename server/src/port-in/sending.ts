import type { SimType } from '@portside/contract/lines';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import {
  pinWarning,
  type bringNumber as bringNumberCall,
  resubmitPortIn as resubmitPortInCall,
} from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { ownerOfRow, type Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { has, requiredOf, type Details } from './details.ts';
import { holdOfLocked, type Hold } from './holding.ts';
import { refuseMissing, uncorrected } from './missing-details.ts';
import { requireOwner } from './owners.ts';
import { standingOf } from './standing.ts';
import * as store from './store.ts';
import { countSubmit } from './submit-limits.ts';
import { settlePortIn, submitLater, withSimOfLine } from './submitting.ts';
import { movePortIn } from './move-port-in.ts';
import * as incomingNumber from '../lines/incoming-number.ts';

type Answer = OutputOf<typeof bringNumberCall>;
type Given = Pick<ParsedInputOf<typeof resubmitPortInCall>, 'oldService'>;

interface Done {
  row: store.PortInRow;
  sent: boolean;
}
type NotSent =
  | 'not_open'
  | 'pending_elsewhere'
  | 'number_taken'
  | 'already_started'
  | 'unchanged'
  | 'too_many_submits';

/**
 * Saves SIM and phone with the port-in and its new line. @param iccid one of our cards, or empty
 * @returns the port-in's changes
 */
export async function chooseSim(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  given: { iccid: string; imei?: string | undefined; simType?: SimType | undefined },
): Promise<Partial<store.PortInRow> | Refused<'sim_in_use' | 'sim_mismatch'>> {
  const simType = given.simType ?? (given.iccid ? 'physical' : row.sim_type);
  const imei = given.imei ?? row.imei;
  const other = simType !== row.sim_type || (given.iccid !== '' && given.iccid !== row.iccid);
  if (!other && imei === row.imei) return {};
  const sim = { simType, imei, ...(other && { iccid: given.iccid }) };
  if (row.line_id !== null) {
    const chosen = await incomingNumber.chooseSim(app, tx, requireOwner(row), row.line_id, sim);
    if (chosen === 'in_use') return refused('sim_in_use');
    if (chosen === 'has_one') return given.iccid ? refused('sim_mismatch') : {};
  }
  return { sim_type: simType, imei, ...(other && { iccid: given.iccid }) };
}

/** Without a paid line it waits. @throws No `invalid` while details are missing */
export async function sendOrWait(
  app: App,
  tx: Tx,
  who: Customer,
  saved: store.PortInRow,
  details: Details,
  { oldService }: Given,
): Promise<Done | Refused<NotSent>> {
  const row = await withSimOfLine(tx, saved);
  const required = requiredOf(row, details);
  if (row.status === 'action_needed' && row.reason === 'details_required') {
    refuseMissing(required.filter((field) => !has(details, field)));
  } else if (row.status === 'action_needed') {
    const same = uncorrected(row.reason ?? 'unknown', details, oldService ?? {});
    if (same.length > 0) return unchanged(who, same);
  } else {
    refuseMissing(required);
  }
  const { tenant_id: tenant, msisdn } = row;
  const asking = { portInId: row.id, owner: ownerOfRow(row) };
  const hold = await holdOfLocked(tx, { tenant, msisdn }, asking);
  if (hold) return refused(refusalOf[hold.reason]);
  if (row.line_id === null) {
    return { row: (await movePortIn(app, tx, row, 'plan_missing')) ?? row, sent: false };
  }
  if (row.status !== 'action_needed' && required.includes('iccid')) return { row, sent: false };
  if (!(await countSubmit(app, tx, row))) return refused('too_many_submits');
  const submitted = await submitLater(app, tx, row, details);
  return submitted ? { row: submitted, sent: true } : refused('not_open');
}

function unchanged(who: Customer, fields: readonly PortInField[]): Refused<'unchanged'> {
  const message = say(who.language, resubmitPortInCall.refusals.unchanged.message);
  return refused('unchanged', { errors: fields.map((field) => ({ field, message })) });
}

const refusalOf = {
  already_yours: 'already_started',
  already_started: 'already_started',
  same_network: 'number_taken',
  pending_elsewhere: 'pending_elsewhere',
} as const satisfies Record<Hold['reason'], NotSent>;

/** A unique index decides between two customers. */
export async function submitting<T>(
  work: () => Promise<T>,
): Promise<T | Refused<'pending_elsewhere'>> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') return refused('pending_elsewhere');
    throw error;
  }
}

/** Waits for the carrier; should it not answer, a job asks again. */
export async function answerSubmit<Reason extends string>(
  app: App,
  who: Customer,
  done: Done | Refused<Reason>,
  sentence: string,
  input: Given,
): Promise<Answer | Refused<Reason | 'pending_elsewhere' | 'not_created'>> {
  if (done instanceof Refused) return done;
  const { row, sent } = done;
  if (row.status === 'submitted') {
    try {
      await settlePortIn(app, row.id);
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      app.log.warn({ error, portInId: row.id }, 'the outcome of a port-in is not known yet');
    }
  }
  const now = await store.portInOf(app.db.query, who, row.id);
  if (!now) throw notFound();
  if (row.status === 'submitted' && now.status === 'failed') {
    const taken = now.reason === 'duplicate' || now.reason === 'pending_elsewhere';
    return taken ? refused('pending_elsewhere') : refused('not_created');
  }
  const { id: portInId, status } = now;
  return answerOf(
    who,
    { portInId, status, sentence: sent ? sentence : standingOf(app, now).sentence },
    input,
  );
}

export function answerOf(
  who: Customer,
  { sentence, ...at }: Pick<Answer, 'portInId' | 'status'> & { sentence: string },
  { oldService }: Given,
): Answer {
  const warning = pinWarning(oldService?.billingAccountPassword ?? '');
  return {
    ...at,
    message: say(who.language, sentence),
    ...(warning && { warning: say(who.language, warning) }),
  };
}
