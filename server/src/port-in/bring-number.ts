import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type {
  bringNumber as bringNumberCall,
  resubmitPortIn as resubmitPortInCall,
  updatePortIn as updatePortInCall,
} from '@portside/contract/port-in';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { proofFor, type Customer } from '../http/who.ts';
import { mergeDetails, openDetails, sealDetails, type Details } from './details.ts';
import { findOwn, lockOwn } from './owners.ts';
import { isAtHome, isCancelAsked, isStuck, isUnderWay } from './progress.ts';
import { chooseSim, sendOrWait, submitting, answerOf, answerSubmit } from './sending.ts';
import * as store from './store.ts';
import {
  broughtSentence,
  broughtToCardSentence,
  broughtToLineSentence,
  resubmittedSentence,
  savedSentence,
} from './wording.ts';
import { tellResent } from './move-port-in.ts';
import { guardMove } from '../line-guard/guard-move.ts';
import { checkSimAndPhone } from '../lines/sim-claims.ts';
import { lockReceivingLine } from '../lines/incoming-number.ts';

type Answer = OutputOf<typeof bringNumberCall>;
type Update = ParsedInputOf<typeof updatePortInCall>;
type Bring = ParsedInputOf<typeof bringNumberCall>;
type Resubmit = ParsedInputOf<typeof resubmitPortInCall>;

const changeable = (row: store.PortInRow) => isAtHome(row.status) || row.status === 'action_needed';

const isDecided = (row: store.PortInRow) => isUnderWay(row.status) || row.status === 'completed';

/** For a port-in that is not at the carrier. @throws No `not_found` */
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
    const saved = await saveDetails(
      app,
      tx,
      row,
      mergeDetails(openDetails(app, row), input),
      input,
    );
    return { portInId: saved.id, status: saved.status };
  });
  if (answer instanceof Refused) return answer;
  return answerOf(who, { sentence: savedSentence, ...answer }, input);
}

/**
 * Submits a port-in that has a paid line; without one it waits for a plan. Harmless when repeated.
 * @throws No `not_found` for another caller's draft
 */
export async function bringNumber(
  app: App,
  who: Customer,
  input: Bring,
): Promise<Answer | Refused<ReasonOf<typeof bringNumberCall>>> {
  const { imei, simType } = input.activationDetails ?? {};
  const iccid = input.iccid ?? input.activationDetails?.iccid;
  const asked = await lineFor(app, who, input);
  const sim = await checkSimAndPhone(app, who.tenant, { iccid, imei }, asked);
  if (sim instanceof Refused) return sim;
  const done = await submitting(() =>
    app.db.transaction(async (tx) => {
      const row = await lockOwn(tx, who, input.tempSubscriptionId);
      if (!row) throw notFound();
      if (row.msisdn !== input.msisdn) return refused('other_number');
      if (isCancelAsked(row)) return refused('cancel_asked');
      const other = input.lineId !== undefined && row.line_id !== input.lineId;
      if (isDecided(row)) return other ? refused('already_started') : { row, sent: false };
      if (!changeable(row)) return refused('not_open');
      if (other && (row.line_id ?? row.order_id) !== null) return refused('already_started');
      if (other && !replacesNumbers(app, who)) return refused('not_offered');
      const line = other && input.lineId ? await receiving(tx, who, input.lineId) : undefined;
      if (line instanceof Refused) return line;
      const no =
        (await guardLine(app, tx, who, line?.id ?? row.line_id)) ??
        (await guardCard(tx, who, row, sim.iccid));
      if (no) return no;
      const chosen = line
        ? { line_id: line.id, iccid: line.iccid, sim_type: line.simType, imei: line.imei }
        : await chooseSim(app, tx, row, { iccid: sim.iccid, imei, simType });
      if (chosen instanceof Refused) return chosen;
      const details: Details = {
        ...mergeDetails(openDetails(app, row), input),
        ...(sim.iccid && { direct: true as const }),
      };
      const values = { zip_code: input.zipCode, ...chosen };
      const saved = await saveDetails(app, tx, row, details, input, values);
      const sent = await sendOrWait(app, tx, who, saved, details, input);
      if (sent instanceof Refused && line) await store.setPortIn(tx, row.id, { line_id: null });
      return sent;
    }),
  );
  const sentence = done instanceof Refused ? '' : broughtTo(done.row, input);
  return answerSubmit(app, who, done, sentence, input);
}

/** A carrier that changes no numbers brings one only to a line that begins with it. */
const replacesNumbers = (app: App, { tenant }: Customer): boolean =>
  app.adapters.of(tenant).carrier.can.has('changeNumber');

function broughtTo(row: store.PortInRow, { lineId }: Bring): string {
  if (lineId || (row.iccid && row.sim_type === 'esim')) return broughtToLineSentence;
  return row.iccid ? broughtToCardSentence : broughtSentence;
}

async function lineFor(app: App, who: Customer, { lineId, tempSubscriptionId }: Bring) {
  if (lineId) return lineId;
  return (await store.usablePortIn(app.db.query, who, tempSubscriptionId))?.line_id;
}

/** A line that has a number loses it to the one that comes. */
async function guardLine(app: App, tx: Tx, who: Customer, lineId: string | null) {
  const line = lineId === null ? undefined : await lockReceivingLine(tx, who, lineId);
  return line?.mdn ? guardMove(app, tx, who, line.id, 'port_in') : undefined;
}

/** Of a number that is paid for: it goes where the card is. */
async function guardCard(
  tx: Tx,
  who: Customer,
  { line_id: lineId, iccid: known }: store.PortInRow,
  iccid: string,
) {
  return lineId !== null && iccid !== '' && iccid !== known ? proofFor(who, tx) : undefined;
}

/** A working line that no other number is moving to. */
async function receiving(tx: Tx, who: Customer, lineId: string) {
  const line = await lockReceivingLine(tx, who, lineId);
  if (!line) throw notFound();
  return line.status === 'active' && line.portInId === null ? line : refused('line_not_ready');
}

export async function resubmitPortIn(
  app: App,
  who: Customer,
  input: Resubmit,
): Promise<Answer | Refused<ReasonOf<typeof resubmitPortInCall>>> {
  const id = await findOwn(app.db.query, who, input.msisdn);
  const { iccid, imei, simType } = input.activationDetails ?? {};
  const asked = id && (await store.usablePortIn(app.db.query, who, id))?.line_id;
  const sim = await checkSimAndPhone(app, who.tenant, { iccid, imei }, asked);
  if (sim instanceof Refused) return sim;
  if (iccid && !sim.iccid) return refused('sim_unknown');
  const done = await submitting(() =>
    app.db.transaction(async (tx) => {
      const row = id && (await lockOwn(tx, who, id));
      if (!row) throw notFound();
      if (isCancelAsked(row)) return refused('cancel_asked');
      const stuck = isStuck(row);
      if (!stuck && isDecided(row)) return { row, sent: false };
      if (!stuck && !changeable(row)) return refused('not_open');
      const no =
        (await guardLine(app, tx, who, row.line_id)) ?? (await guardCard(tx, who, row, sim.iccid));
      if (no) return no;
      const chosen = await chooseSim(app, tx, row, { iccid: sim.iccid, imei, simType });
      if (chosen instanceof Refused) return chosen;
      const { sim: before, ...known } = openDetails(app, row);
      const same = before && Object.keys(chosen).length === 0;
      const details = mergeDetails({ ...known, ...(same && { sim: before }) }, input);
      const saved = await saveDetails(app, tx, row, details, input, chosen);
      const sent = await sendOrWait(app, tx, who, saved, details, input);
      if (who.agent && !(sent instanceof Refused)) await tellResent(app, tx, sent.row, who.agent);
      return sent;
    }),
  );
  return answerSubmit(app, who, done, resubmittedSentence, input);
}

async function saveDetails(
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
