import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { syncNumberLockJob } from '../line-locks/sync-number-lock.ts';
import { dropKept, noteKept } from '../lines/kept.ts';
import { endPin } from '../port-out/open-port-out.ts';

export { keptSince } from '../lines/kept.ts';

interface OfLine {
  readonly tenant: number;
  readonly lineId: string;
}

/**
 * SIM, number and end of the line stay as they are until it is free; a transfer PIN that is open ends, and
 * the carrier locks the number.
 * Nobody is told, and whoever tries is refused as if something else were under way (P05). Harmless when
 * repeated.
 */
export async function keepLine(app: App, tx: Tx, line: OfLine): Promise<void> {
  await noteKept(app, tx, line);
  await endPin(app, tx, line.lineId);
  await app.jobs.enqueue(tx, syncNumberLockJob, { lineId: line.lineId });
}

/** Harmless when it is not kept. */
export async function freeLine(app: App, tx: Tx, { lineId }: OfLine): Promise<void> {
  await dropKept(tx, lineId);
  await app.jobs.enqueue(tx, syncNumberLockJob, { lineId });
}
