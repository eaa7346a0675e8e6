import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import {
  pinWarning,
  type bringNumber as bringNumberCall,
  resubmitPortIn as resubmitPortInCall,
  type updatePortIn as updatePortInCall,
} from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import { say } from '../words/say.ts';
import { mergeDetails, openDetails, requiredOf, sealDetails, type Details } from './details.ts';
import { missing, uncorrected } from './missing.ts';
import { findOwn, lockOwn, mayUse } from './owners.ts';
import { isAtHome, isCancelAsked, isStuck, isUnderWay } from './progress.ts';
import * as store from './store.ts';
import { countSubmit } from './submit-limits.ts';
import { settlePortIn, submitLater, withSimOfLine } from './submitting.ts';
import { broughtSentence, resubmittedSentence } from './wording.ts';

type Answer = OutputOf<typeof bringNumberCall>;
type Update = ParsedInputOf<typeof updatePortInCall>;
type Bring = ParsedInputOf<typeof bringNumberCall>;
type Resubmit = ParsedInputOf<typeof resubmitPortInCall>;
type NotSubmitted = Refused<'not_open' | 'pending_elsewhere' | 'not_created'>;

const changeable = (row: store.PortInRow) => isAtHome(row.status) || row.status === 'action_needed';

/** Keeps details with a port-in that is not at the carrier now. @throws No `not_found` */
export async function updatePortIn(
  app: App,
  who: Customer,
  input: Update,
): Promise<Answer | Refused<ReasonOf<typeof updatePortInCall>>> {
  const id = input.tempSubscriptionId ?? (await findOwn(app.db.query, who, input.msisdn));
  const answer = await app.db.transaction(async (tx) => {
    const row = id && (await lockOwn(tx, who, id));
    if (!row || row.msisdn !== input.msisdn) throw notFound();
    if (isCancelAsked(row)) return refused('cancel_asked');
    if (!changeable(row)) return refused('not_open');
    const kept = await keepDetails(app, tx, row, mergeDetails(openDetails(app, row), input), input);
    return { portInId: kept.id, status: kept.status };
  });
  if (answer instanceof Refused) return answer;
  return tell(who, 'Your details are saved.', answer, input);
}

/**
 * Submits a draft: with the old carrier's details, or at once when our SIM card is in hand. Sent
 * again, it tells how the port-in stands. @throws No `not_found` for somebody else's draft
 */
export async function bringNumber(
  app: App,
  who: Customer,
  input: Bring,
): Promise<Answer | Refused<ReasonOf<typeof bringNumberCall>>> {
  const line = await lineFor(app, who, input);
  const { imei } = input.activationDetails ?? {};
  const iccid = input.iccid ?? input.activationDetails?.iccid;
  const sim = await lines.checkSimAndPhone(app, who.tenant, { iccid, imei }, line);
  if (sim instanceof Refused) return sim;
  const own = sim.iccid;
  const done = await submitting(() =>
    app.db.transaction(async (tx) => {
      const row = await lockOwn(tx, who, input.tempSubscriptionId);
      if (!row) throw notFound();
      if (row.msisdn !== input.msisdn) return refused('other_number');
      if (isCancelAsked(row)) return refused('cancel_asked');
      if (isUnderWay(row.status) || row.status === 'completed') return row;
      if (!changeable(row)) return refused('not_open');
      const line = input.lineId ? await lines.lockReceivingLine(tx, who, input.lineId) : undefined;
      if (input.lineId && !line) throw notFound();
      const other = row.line_id !== null && row.line_id !== line?.id;
      if (line && (other || line.status !== 'active' || line.portInId !== null)) {
        return refused('line_not_ready');
      }
      const tied = row.line_id;
      if (own && tied && !(await lines.giveSim(tx, who.tenant, tied, own))) {
        return refused('sim_in_use');
      }
      const details: Details = {
        ...mergeDetails(openDetails(app, row), input),
        ...(own && { direct: true as const }),
      };
      const kept = await keepDetails(app, tx, row, details, input, {
        zip_code: input.zipCode,
        ...(input.activationDetails?.simType && !row.line_id
          ? { sim_type: input.activationDetails.simType }
          : {}),
        ...(imei && { imei }),
        ...(own && { iccid: own }),
        ...(line && { line_id: line.id, iccid: line.iccid, sim_type: line.simType }),
      });
      return submitNow(app, tx, who, kept, details, input);
    }),
  );
  if (done instanceof Refused) return done;
  return afterSubmit(app, who, done, broughtSentence, input);
}

/** The line that the number is for, if there is one already. */
async function lineFor(app: App, who: Customer, { lineId, tempSubscriptionId }: Bring) {
  if (lineId) return lineId;
  const row = await store.portInById(app.db.query, tempSubscriptionId);
  return row && mayUse(row, who) ? row.line_id : undefined;
}

/** Submits a rejected port-in again; asked only for what was wrong. @throws No `not_found` */
export async function resubmitPortIn(
  app: App,
  who: Customer,
  input: Resubmit,
): Promise<Answer | Refused<ReasonOf<typeof resubmitPortInCall>>> {
  const id = await findOwn(app.db.query, who, input.msisdn);
  const done = await submitting(() =>
    app.db.transaction(async (tx) => {
      const row = id && (await lockOwn(tx, who, id));
      if (!row) throw notFound();
      if (isCancelAsked(row)) return refused('cancel_asked');
      const stuck = isStuck(row);
      if (!stuck && (isUnderWay(row.status) || row.status === 'completed')) return row;
      if (!stuck && !changeable(row)) return refused('not_open');
      const details = mergeDetails(openDetails(app, row), input);
      const kept = await keepDetails(app, tx, row, details, input);
      return submitNow(app, tx, who, kept, details, input);
    }),
  );
  if (done instanceof Refused) return done;
  return afterSubmit(app, who, done, resubmittedSentence, input);
}

/** @throws No `invalid` while something that is needed was not given */
async function submitNow(
  app: App,
  tx: Tx,
  who: Customer,
  kept: store.PortInRow,
  details: Details,
  input: Pick<Resubmit, 'oldService'>,
): Promise<
  store.PortInRow | Refused<'not_open' | 'pending_elsewhere' | 'unchanged' | 'too_many_submits'>
> {
  const row = await withSimOfLine(tx, kept);
  if (row.status === 'action_needed') {
    const same = uncorrected(row.reason ?? 'unknown', details, input.oldService ?? {});
    if (same.length > 0) return unchanged(who, same);
  } else {
    const required = requiredOf(row, details);
    missing(required);
    // The SIM card is still in the post.
    if (required.includes('iccid')) return row;
  }
  const others = await store.portInsOfNumber(tx, row.tenant_id, row.msisdn);
  if (others.some((one) => one.id !== row.id && isUnderWay(one.status))) {
    return refused('pending_elsewhere');
  }
  if (!(await countSubmit(app, tx, row))) return refused('too_many_submits');
  return (await submitLater(app, tx, row, details)) ?? refused('not_open');
}

function unchanged(who: Customer, fields: readonly PortInField[]): Refused<'unchanged'> {
  const message = say(who.language, resubmitPortInCall.refusals.unchanged.message);
  return refused('unchanged', { errors: fields.map((field) => ({ field, message })) });
}

async function keepDetails(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  details: Details,
  { oldService }: Pick<Resubmit, 'oldService'>,
  more: Partial<store.PortInRow> = {},
): Promise<store.PortInRow> {
  const values: Partial<store.PortInRow> = {
    ...more,
    sealed_details: sealDetails(app, row.id, details),
    ...(oldService?.carrier && { old_carrier: oldService.carrier }),
    updated_at: app.clock.now(),
  };
  await store.setPortIn(tx, row.id, values);
  return { ...row, ...values };
}

/** Two customers who submit the same number at the same moment: the table keeps one of them. */
async function submitting<T>(work: () => Promise<T>): Promise<T | Refused<'pending_elsewhere'>> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') return refused('pending_elsewhere');
    throw error;
  }
}

/** Asks the carrier at once; where it does not answer, a job asks again. */
async function afterSubmit(
  app: App,
  who: Customer,
  row: store.PortInRow,
  sentence: string,
  input: Pick<Resubmit, 'oldService'>,
): Promise<Answer | NotSubmitted> {
  if (row.status === 'submitted') {
    try {
      await settlePortIn(app, row.id);
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      app.log.warn({ error, portInId: row.id }, 'the outcome of a port-in is not known yet');
    }
  }
  const now = await store.portInById(app.db.query, row.id);
  if (!now) throw notFound();
  if (row.status === 'submitted' && now.status === 'failed') {
    const taken = now.reason === 'duplicate' || now.reason === 'pending_elsewhere';
    return taken ? refused('pending_elsewhere') : refused('not_created');
  }
  return tell(who, sentence, { portInId: now.id, status: now.status }, input);
}

function tell(
  who: Customer,
  sentence: string,
  at: Pick<Answer, 'portInId' | 'status'>,
  { oldService }: Pick<Resubmit, 'oldService'>,
): Answer {
  const warning = pinWarning(oldService?.billingAccountPassword ?? '');
  return {
    ...at,
    message: say(who.language, sentence),
    ...(warning && { warning: say(who.language, warning) }),
  };
}
