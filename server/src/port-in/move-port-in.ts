import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { CarrierPortIn, RawWords } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { ownerOfRow } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { delayOf } from './delay.ts';
import { waitsForCard, type Details } from './details.ts';
import { portInEmail, resentEmail, type AtLine } from './emails.ts';
import { requireOwner } from './owners.ts';
import { isOver, isStuck, applyTransition, type Progress, type Transition } from './progress.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import { giveUpIncoming, noteIncoming, receiveNumber } from '../lines/incoming-number.ts';
import { viewAnySimLine } from '../lines/sim-moves.ts';
import { readersOf } from '../lines/told.ts';

interface Changes {
  reason?: PortInReason | null;
  raw?: RawWords;
  iccid?: string;
  values?: Partial<store.PortInRow>;
}

/**
 * Applies a transition with history, line, email and event. @returns undefined when the table does
 * not have it
 */
export async function movePortIn(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  transition: Transition,
  changes: Changes = {},
): Promise<store.PortInRow | undefined> {
  const next = applyTransition(row, transition, changes.reason ?? null);
  return next && save(app, tx, row, next, changes);
}

const retrying: readonly Progress['status'][] = ['submitted', 'pending', 'delayed'];

export async function save(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  next: Progress,
  changes: Changes = {},
): Promise<store.PortInRow> {
  const now = app.clock.now();
  const values: Partial<store.PortInRow> = {
    // Progress ends our retries.
    ...(!retrying.includes(next.status) && { retried_since: null, given_up_at: null }),
    ...changes.values,
    ...next,
    updated_at: now,
    asking_until: null,
    ...(isOver(next.status) && { sealed_details: null }),
  };
  await store.setPortIn(tx, row.id, values);
  let moved: store.PortInRow = { ...row, ...values };
  await store.insertStep(tx, {
    port_in_id: row.id,
    attempt: moved.attempt,
    status: moved.status,
    reason: moved.reason,
    raw_code: changes.raw?.code ?? '',
    raw_text: changes.raw?.text ?? '',
    at: now,
  });
  const givenUp = await numberGivenUp(tx, moved);
  const atLine = await notifyLine(app, tx, moved, changes.iccid ?? '');
  if (atLine === 'no_line' && moved.line_id !== null) {
    // The line has ended: the number waits for another one.
    moved = { ...moved, line_id: null };
    await store.setPortIn(tx, row.id, { line_id: null });
  }
  if (moved.customer_id !== null) await notifyCustomer(app, tx, moved, atLine, givenUp);
  return moved;
}

/** Of the line that the number comes to. */
async function numberGivenUp(tx: Tx, { line_id, status, msisdn }: store.PortInRow) {
  if (line_id === null || (status !== 'submitted' && status !== 'completed')) return '';
  const mdn = (await viewAnySimLine(tx, line_id))?.mdn ?? '';
  return mdn === msisdn ? '' : mdn;
}

export async function notifyLine(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  iccid: string,
): Promise<AtLine> {
  const { id: portInId, line_id: lineId, msisdn, status } = row;
  if (lineId === null) return 'no_line';
  const owner = requireOwner(row);
  if (status === 'completed') {
    return receiveNumber(app, tx, owner, lineId, { msisdn, iccid });
  }
  if (isOver(status)) {
    const { newNumber } = await giveUpIncoming(app, tx, owner, lineId);
    return newNumber ? 'new_number' : 'noted';
  }
  await noteIncoming(app, tx, owner, lineId, { portInId, msisdn, status, iccid });
  return 'noted';
}

export async function notifyCustomer(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  atLine: AtLine,
  givenUp = '',
): Promise<void> {
  const owner = ownerOfRow(row);
  if (!owner) return;
  await publishPortIn(app, tx, row);
  if (row.status === 'submitted' && row.attempt > 1) return;
  if (wasNotified(app, row)) return;
  // The emails about the card in the mail say when its number moves.
  if (waitsForCard(app, row)) return;
  const brand = app.brands.byTenant(owner.tenant);
  const delay = delayOf(row, await store.stepsOf(tx, [row.id]), app.clock.now());
  // Who uses the line is told when its number is there: the rest is its holder's to do.
  const about = row.status === 'completed' ? 'both' : 'money';
  const line = row.line_id !== null && { id: row.line_id, owner };
  const readers = line ? await readersOf(tx, line, about) : [await viewPerson(tx, owner)];
  for (const reader of readers) {
    const written = portInEmail(brand, reader, { ...row, givenUp, delay }, atLine);
    if (!written) return;
    if (givenUp) await warnOwner(app, tx, brand, reader, written);
    else await queueEmail(app, tx, brand, reader.email, written);
  }
  await store.setPortIn(tx, row.id, { told: newsOf(row), told_at: app.clock.now() });
}

/** Nobody else tells the customer of what a member of staff sent for them. */
export async function tellResent(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  { name: agent }: { readonly name: string },
): Promise<void> {
  const owner = requireOwner(row);
  const brand = app.brands.byTenant(owner.tenant);
  const person = await viewPerson(tx, owner);
  const givenUp = await numberGivenUp(tx, row);
  await warnOwner(app, tx, brand, person, resentEmail(brand, person, { ...row, givenUp, agent }));
}

const newsOf = (row: store.PortInRow) => {
  const lineless = row.status === 'completed' && row.line_id === null;
  const more = [...(isStuck(row) ? ['stuck'] : []), ...(lineless ? ['no_line'] : [])];
  return [row.status, row.reason ?? '', ...more].join(':');
};

/**
 * Was the last email about this? After an hour a repeated rejection is news again: the customer may
 * have left.
 */
function wasNotified(app: App, row: store.PortInRow): boolean {
  // A reminder of it has left its mark behind a blank.
  if (row.told.split(' ')[0] !== newsOf(row)) return false;
  if (row.status !== 'action_needed' || row.told_at === null) return true;
  return app.clock.now() < later(row.told_at, STILL_HERE);
}

const STILL_HERE = hours(1);

export async function publishPortIn(app: App, tx: Tx, row: store.PortInRow): Promise<void> {
  const { id, status } = row;
  const owner = ownerOfRow(row);
  if (owner) await publish(app, tx, owner, { kind: 'portIn', id, status });
}

export function changesOf(answer: CarrierPortIn, { sim }: Details): Changes {
  return {
    ...('raw' in answer && { raw: answer.raw }),
    ...('iccid' in answer && { iccid: answer.iccid || (sim?.iccid ?? '') }),
    ...('ref' in answer && {
      values: {
        carrier_ref: answer.ref,
        ...(answer.kind === 'details_required' && { required: answer.required.join(',') }),
      },
    }),
  };
}
