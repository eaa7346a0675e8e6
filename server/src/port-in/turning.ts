import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { CarrierPortIn, RawWords } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { ownerOfRow } from '../http/who.ts';
import { postLetter } from '../letters/letters.ts';
import type { Details } from './details.ts';
import { portInLetter, type AtLine } from './emails.ts';
import { requireOwner } from './owners.ts';
import { isOver, isStuck, take, type Progress, type Turn } from './progress.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { giveUpIncoming, noteIncoming, receiveNumber } from '../lines/incoming-number.ts';

/** What else a turn brings with it. */
interface Beside {
  reason?: PortInReason | null;
  raw?: RawWords;
  /** The SIM that the carrier gave to the number. */
  iccid?: string;
  values?: Partial<store.PortInRow>;
}

/**
 * Takes a port-in one turn on, with everything that belongs to it: history, line, letter, news.
 * @returns the row as it is then; undefined when the turn is not in the table
 */
export async function turnPortIn(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  turn: Turn,
  beside: Beside = {},
): Promise<store.PortInRow | undefined> {
  const next = take(row, turn, beside.reason ?? null);
  return next && save(app, tx, row, next, beside);
}

const retrying: readonly Progress['status'][] = ['submitted', 'pending', 'delayed'];

/** Writes a turn down. */
export async function save(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  next: Progress,
  beside: Beside = {},
): Promise<store.PortInRow> {
  const now = app.clock.now();
  const values: Partial<store.PortInRow> = {
    // It got on, so our own tries are over.
    ...(!retrying.includes(next.status) && { retried_since: null, given_up_at: null }),
    ...beside.values,
    ...next,
    updated_at: now,
    asking_until: null,
    // Nobody needs the old carrier's secrets any more.
    ...(isOver(next.status) && { sealed_details: null }),
  };
  await store.setPortIn(tx, row.id, values);
  let turned: store.PortInRow = { ...row, ...values };
  await store.insertStep(tx, {
    port_in_id: row.id,
    attempt: turned.attempt,
    status: turned.status,
    reason: turned.reason,
    raw_code: beside.raw?.code ?? '',
    raw_text: beside.raw?.text ?? '',
    at: now,
  });
  const atLine = await tellLine(app, tx, turned, beside.iccid ?? '');
  if (atLine === 'no_line' && turned.line_id !== null) {
    // That line has ended meanwhile: the number is here all the same, and waits for another one.
    turned = { ...turned, line_id: null };
    await store.setPortIn(tx, row.id, { line_id: null });
  }
  if (turned.customer_id !== null) await tellCustomer(app, tx, turned, atLine);
  return turned;
}

/** What its state means for the line of a port-in. */
export async function tellLine(
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

/** The email and the news of where a port-in stands now. */
export async function tellCustomer(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  atLine: AtLine,
): Promise<void> {
  const { tenant_id: tenant, customer_id: customerId } = row;
  if (customerId === null) return;
  await tellPages(app, tx, row);
  // Who re-submits has just read about it.
  if (row.status === 'submitted' && row.attempt > 1) return;
  if (isTold(app, row)) return;
  const brand = app.brands.byTenant(tenant);
  const person = await viewPerson(tx, tenant, customerId);
  const written = portInLetter(app, brand, person, row, atLine);
  if (!written) return;
  await postLetter(app, tx, brand, person.email, written);
  await store.setPortIn(tx, row.id, { told: newsOf(row), told_at: app.clock.now() });
}

const newsOf = (row: store.PortInRow) => {
  const lineless = row.status === 'completed' && row.line_id === null;
  const more = [...(isStuck(row) ? ['stuck'] : []), ...(lineless ? ['no_line'] : [])];
  return [row.status, row.reason ?? '', ...more].join(':');
};

/**
 * Was the last email about just this? Who has re-submitted a moment ago is looking; who has gone
 * is told that it was rejected again.
 */
function isTold(app: App, row: store.PortInRow): boolean {
  if (row.told !== newsOf(row)) return false;
  if (row.status !== 'action_needed' || row.told_at === null) return true;
  return app.clock.now() < later(row.told_at, STILL_HERE);
}

const STILL_HERE = hours(1);

/** Tells the customer's open pages that there is something new of a port-in. */
export async function tellPages(app: App, tx: Tx, row: store.PortInRow): Promise<void> {
  const { id, status } = row;
  const owner = ownerOfRow(row);
  if (owner) await publish(app, tx, owner, { kind: 'portIn', id, status });
}

/** What stands beside the status in an answer of the carrier. */
export function besideOf(answer: CarrierPortIn, { sim }: Details): Beside {
  return {
    ...('raw' in answer && { raw: answer.raw }),
    // The SIM that was sent along has the number; a carrier need not say so again.
    ...('iccid' in answer && { iccid: answer.iccid || (sim?.iccid ?? '') }),
    ...('ref' in answer && { values: { carrier_ref: answer.ref } }),
  };
}
