import { handAddOns } from '../add-ons/line-add-ons.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { lockHanded } from '../line-locks/lock-again.ts';
import { type HandedLine, handLineOver } from '../lines/handing-over.ts';
import type { OwnedRenewable } from '../lines/renewable.ts';
import { lookAtRisesAgain } from '../plans/price-rises.ts';
import { planCharge } from '../renewals/autopay-plan.ts';
import { endTextsTo } from '../texts/allow-texts.ts';
import { handUsage, usedOfBought } from '../usage/handed-usage.ts';

/**
 * The line with all that goes along: it ends in the one account, whose autopay and texts for it end, and
 * begins in the other with both locks on. The caller has asked whether it may, and holds the line and the
 * credit of whose it was. @param line as it was before
 */
export async function moveLineOver(
  app: App,
  tx: Tx,
  line: OwnedRenewable,
  to: Parameters<typeof handLineOver>[3],
): Promise<HandedLine | undefined> {
  const moved = await handLineOver(app, tx, line.id, to);
  if (!moved) return undefined;
  const { tenant } = to.owner;
  await lockHanded(app, tx, { tenant, lineId: moved.id });
  const used = await usedOfBought(app, tx, line.owner, line);
  await handAddOns(app, tx, { from: line.id, to: moved.id }, used);
  await handUsage(app, tx, { from: line, to: moved.id });
  await lookAtRisesAgain(app, tx, tenant, line.periods.at(-1)?.planId ?? line.plan.id);
  await endTextsTo(app, tx, line.owner, moved.mdn);
  // Autopay of the old line ends with it.
  await planCharge(app, tx, line.id);
  return moved;
}
