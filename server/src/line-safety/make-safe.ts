import type { Stopped } from '@portside/contract/safety';
import type { App, HandedIn } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { stopInvitation } from '../household/giving.ts';
import { takeBackSince } from '../line-ending/end-line.ts';
import { stopOffer } from '../line-handover/offering.ts';
import { lockAgain } from '../line-locks/lock-again.ts';
import { linesOf } from '../lines/lines.ts';
import { givenTo } from '../lines/members.ts';
import {
  lockFreeGivenLines,
  lockFreeSimLines,
  lockSimLine,
  type SimLine,
} from '../lines/sim-moves.ts';
import { stopUnasked } from '../number-change/stopping.ts';
import { stopOntoLine } from '../port-in/cancelling.ts';
import { endPin, refuseRequest } from '../port-out/open-port-out.ts';
import { noteStopped } from '../safety/pauses.ts';
import { stopAnybodys } from '../sim-replacement/stopping.ts';

/** What began longer ago is its owner's: a number may be on its way for days. */
const LOOKS_BACK = days(1);

/**
 * Lines that somebody else holds are left to the job, which comes with the same commit: whoever
 * holds them may be waiting for a session that this transaction ends.
 */
export const stopMoves: HandedIn['stopMoves'] = async (app, tx, owner, by) => {
  for (const line of await lockFreeSimLines(tx, owner)) {
    if (line.mdn) await stopPortIns(app, tx, owner, { lineId: line.id, waits: false });
    await stopOnLine(app, tx, line, by);
  }
  for (const line of await lockFreeGivenLines(tx, owner)) {
    await stopOnGiven(app, tx, owner, line, by);
  }
};

/**
 * Nobody goes on with what they began in somebody's account: each line is locked, its transfer PIN
 * ends, and its SIM and number stay where they are. Harmless when repeated. @param by whether its
 * owner said that it was not them @throws OutsideFailure
 */
export async function makeSafe(app: App, owner: Owner, by: 'denied' | 'pause'): Promise<void> {
  const lines = (await linesOf(app, owner)).filter((one) => one.status !== 'ended');
  for (const { id, mdn } of lines) {
    if (mdn)
      await app.db.transaction((tx) => stopPortIns(app, tx, owner, { lineId: id, waits: true }));
    await app.db.transaction(async (tx) => {
      const line = await lockSimLine(tx, id);
      if (line && line.status !== 'ended') await stopOnLine(app, tx, line, by);
    });
  }
  for (const { lineId } of await givenTo(app.db.query, owner)) {
    await app.db.transaction(async (tx) => {
      const line = await lockSimLine(tx, lineId);
      if (line && line.status !== 'ended') await stopOnGiven(app, tx, owner, line, by);
    });
  }
  for (const line of lines) {
    const state = await refuseRequest(app, owner.tenant, line);
    if (state !== 'refused' && state !== 'cancelled') continue;
    await app.db.transaction((tx) =>
      noteStopped(tx, owner, [{ what: 'port_out', number: line.mdn }]),
    );
  }
}

async function stopPortIns(
  app: App,
  tx: Tx,
  owner: Owner,
  onto: { lineId: string; waits: boolean },
): Promise<void> {
  const since = later(app.clock.now(), -LOOKS_BACK);
  const numbers = await stopOntoLine(app, tx, owner, { ...onto, since });
  await noteStopped(
    tx,
    owner,
    numbers.map((number) => ({ what: 'port_in', number })),
  );
}

/** Of a line that they were given (P04), what its member may begin. The line is locked. */
async function stopOnGiven(
  app: App,
  tx: Tx,
  member: Owner,
  line: SimLine,
  by: 'denied' | 'pause',
): Promise<void> {
  const stopped: Stopped['what'][] = [];
  if (await stopAnybodys(app, tx, line, by)) stopped.push('sim_replacement');
  if (await lockAgain(app, tx, line)) stopped.push('unlocking');
  await noteStopped(
    tx,
    member,
    stopped.map((what) => ({ what, number: line.mdn })),
  );
}

/** Its line is locked. */
async function stopOnLine(app: App, tx: Tx, line: SimLine, by: 'denied' | 'pause'): Promise<void> {
  const stopped: Stopped['what'][] = [];
  if (await stopAnybodys(app, tx, line, by)) stopped.push('sim_replacement');
  if (await stopUnasked(app, tx, line)) stopped.push('number_change');
  if (await lockAgain(app, tx, line)) stopped.push('unlocking');
  if (await endPin(app, tx, line.id)) stopped.push('transfer_pin');
  const since = later(app.clock.now(), -LOOKS_BACK);
  if (await takeBackSince(app, tx, line, since)) stopped.push('ending');
  if (await stopOffer(app, tx, line.id)) stopped.push('handover');
  if (await stopInvitation(app, tx, line.id)) stopped.push('invitation');
  await noteStopped(
    tx,
    line.owner,
    stopped.map((what) => ({ what, number: line.mdn })),
  );
}
