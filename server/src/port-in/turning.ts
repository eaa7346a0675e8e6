import type { PortInReason } from '@portside/contract/port-in-reasons';
import * as account from '../account/account.ts';
import type { CarrierPortIn, RawWords } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { postLetter } from '../letters/letters.ts';
import * as lines from '../lines/lines.ts';
import { portInLetter } from './emails.ts';
import { isOver, isStuck, take, type Progress, type Turn } from './progress.ts';
import * as store from './store.ts';

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
  const turned: store.PortInRow = { ...row, ...values };
  await store.insertStep(tx, {
    port_in_id: row.id,
    attempt: turned.attempt,
    status: turned.status,
    reason: turned.reason,
    raw_code: beside.raw?.code ?? '',
    raw_text: beside.raw?.text ?? '',
    at: now,
  });
  const newNumber = await tellLine(app, tx, turned, beside.iccid ?? '');
  if (turned.customer_id !== null) await tellCustomer(app, tx, turned, newNumber);
  return turned;
}

/** @returns whether the line gets a number of ours instead */
async function tellLine(app: App, tx: Tx, row: store.PortInRow, iccid: string): Promise<boolean> {
  const { id: portInId, line_id: lineId, msisdn, status } = row;
  if (lineId === null) return false;
  if (status === 'completed') await lines.receiveNumber(app, tx, lineId, { msisdn, iccid });
  else if (isOver(status)) return (await lines.giveUpIncoming(app, tx, lineId)).newNumber;
  else await lines.noteIncoming(app, tx, lineId, { portInId, msisdn, status, iccid });
  return false;
}

async function tellCustomer(app: App, tx: Tx, row: store.PortInRow, newNumber: boolean) {
  const { tenant_id: tenant, customer_id: customerId } = row;
  if (customerId === null) return;
  const news = { kind: 'portIn', id: row.id, status: row.status } as const;
  await publish(app, tx, { tenant, customerId }, news);
  // Who re-submits has just read about it.
  if (row.status === 'submitted' && row.attempt > 1) return;
  if (isTold(app, row)) return;
  const brand = app.brands.byTenant(tenant);
  const person = await account.viewPerson(tx, tenant, customerId);
  const written = portInLetter(app, brand, person, row, newNumber);
  if (!written) return;
  await postLetter(app, tx, brand, person.email, written);
  await store.setPortIn(tx, row.id, { told: newsOf(row), told_at: app.clock.now() });
}

const newsOf = (row: store.PortInRow) =>
  [row.status, row.reason ?? '', ...(isStuck(row) ? ['stuck'] : [])].join(':');

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

/** What stands beside the status in an answer of the carrier. */
export function besideOf(answer: CarrierPortIn): Beside {
  return {
    ...('raw' in answer && { raw: answer.raw }),
    ...('iccid' in answer && { iccid: answer.iccid }),
    ...('ref' in answer && { values: { carrier_ref: answer.ref } }),
  };
}
