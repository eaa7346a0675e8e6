import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { isToEnd } from '../lines/endings.ts';
import { backSoonEmail, type Beside, holdOverEmail, notHeldEmail } from '../lines/hold-emails.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { suspensionsOf } from '../lines/suspension.ts';
import { tellOfLine } from '../lines/told.ts';

/** It is over, and something else keeps the line paused: the network has nothing to do. */
export const tellOver = (app: App, tx: Tx, lineId: string): Promise<void> =>
  tell(app, tx, lineId, holdOverEmail);

/** The network never began it. */
export const tellNotHeld = (app: App, tx: Tx, lineId: string): Promise<void> =>
  tell(app, tx, lineId, notHeldEmail);

export const tellSoon = (app: App, tx: Tx, lineId: string, until: Date): Promise<void> =>
  tell(app, tx, lineId, (brand, person, line, beside) =>
    backSoonEmail(brand, person, line, { ...beside, until }),
  );

async function tell(
  app: App,
  tx: Tx,
  lineId: string,
  compose: typeof holdOverEmail,
): Promise<void> {
  const line = await viewAnyRenewable(tx, lineId);
  if (!line) return;
  const reasons = await suspensionsOf(tx, lineId);
  const beside: Beside = {
    other: reasons.find((one) => one !== 'on_hold'),
    isAsked: (await networkAskOf(tx, lineId))?.asked === 'block',
    ends: await isToEnd(tx, lineId),
  };
  await tellOfLine(app, tx, line, 'both', (brand, reader) => compose(brand, reader, line, beside));
}
