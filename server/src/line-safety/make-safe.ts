import type { App } from '../app.ts';
import type { Owner } from '../http/who.ts';
import { lockAgain } from '../line-locks/lock-again.ts';
import { linesOf } from '../lines/lines.ts';
import { lockSimLine } from '../lines/sim-moves.ts';
import { endPin, refuseRequest } from '../port-out/open-port-out.ts';
import { stopDenied } from '../sim-replacement/stopping.ts';

/**
 * Nobody goes on with what they began in somebody's account: each line is locked, its transfer PIN
 * ends, and its SIM and number stay where they are. Harmless when repeated. @throws OutsideFailure
 */
export async function makeSafe(app: App, owner: Owner): Promise<void> {
  const lines = (await linesOf(app, owner)).filter((one) => one.status !== 'ended');
  for (const { id } of lines) {
    await app.db.transaction(async (tx) => {
      const line = await lockSimLine(tx, id);
      if (!line || line.status === 'ended') return;
      await stopDenied(app, tx, line);
      await lockAgain(app, tx, line);
      await endPin(app, tx, id);
    });
  }
  for (const line of lines) await refuseRequest(app, owner.tenant, line);
}
