import type { Stopped } from '@portside/contract/safety';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { lockAgain } from '../line-locks/lock-again.ts';
import { linesOf } from '../lines/lines.ts';
import { lockSimLine } from '../lines/sim-moves.ts';
import { stopOntoLine } from '../port-in/cancelling.ts';
import { endPin, refuseRequest } from '../port-out/open-port-out.ts';
import { noteStopped } from '../safety/pauses.ts';
import { stopAnybodys } from '../sim-replacement/stopping.ts';

/** What began longer ago is its owner's: a number may be on its way for days. */
const LOOKS_BACK = days(1);

/**
 * Nobody goes on with what they began in somebody's account: each line is locked, its transfer PIN
 * ends, and its SIM and number stay where they are. Harmless when repeated. @param by whether its
 * owner said that it was not them @throws OutsideFailure
 */
export async function makeSafe(app: App, owner: Owner, by: 'denied' | 'pause'): Promise<void> {
  const lines = (await linesOf(app, owner)).filter((one) => one.status !== 'ended');
  for (const { id, mdn } of lines) {
    if (mdn) await app.db.transaction((tx) => stopPortIns(app, tx, owner, id));
    await app.db.transaction((tx) => stopOnLine(app, tx, owner, id, by));
  }
  for (const line of lines) {
    const state = await refuseRequest(app, owner.tenant, line);
    if (state !== 'refused' && state !== 'cancelled') continue;
    await app.db.transaction((tx) =>
      noteStopped(tx, owner, [{ what: 'port_out', number: line.mdn }]),
    );
  }
}

async function stopPortIns(app: App, tx: Tx, owner: Owner, lineId: string): Promise<void> {
  const since = later(app.clock.now(), -LOOKS_BACK);
  const numbers = await stopOntoLine(app, tx, owner, { lineId, since });
  await noteStopped(
    tx,
    owner,
    numbers.map((number) => ({ what: 'port_in', number })),
  );
}

async function stopOnLine(
  app: App,
  tx: Tx,
  owner: Owner,
  lineId: string,
  by: 'denied' | 'pause',
): Promise<void> {
  const line = await lockSimLine(tx, lineId);
  if (!line || line.status === 'ended') return;
  const stopped: Stopped['what'][] = [];
  if (await stopAnybodys(app, tx, line, by)) stopped.push('sim_replacement');
  if (await lockAgain(app, tx, line)) stopped.push('unlocking');
  if (await endPin(app, tx, lineId)) stopped.push('transfer_pin');
  await noteStopped(
    tx,
    owner,
    stopped.map((what) => ({ what, number: line.mdn })),
  );
}
