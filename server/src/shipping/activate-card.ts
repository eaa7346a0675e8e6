import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { iccidWarning } from '@portside/contract/fields';
import type { activateSim as activateSimCall } from '@portside/contract/sim';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { proofFor, type Customer } from '../http/who.ts';
import { viewCardLine } from '../lines/card-arrives.ts';
import { activateSim as confirmSim } from '../lines/sim-checks.ts';
import { say } from '../words/say.ts';
import { beginCard, lockShipment } from './shipments.ts';
import * as store from './store.ts';

type Answer = OutputOf<typeof activateSimCall> | Refused<ReasonOf<typeof activateSimCall>>;

/**
 * "It's here": the line begins with the card that was mailed, or moves to it. Pressed again it
 * says the same. @throws No `not_found`, also for another customer's line
 */
export async function activateSim(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof activateSimCall>,
): Promise<Answer> {
  const { id, iccid } = input;
  const line = await viewCardLine(app.db.query, who, id);
  if (!line) throw notFound();
  if (line.isEnded) return refused('line_ended');
  const card = await store.latestOf(app.db.query, id);
  const isOpen = card !== undefined && card.ended_at === null;
  const isRepeated = card?.state === 'activated' && card.iccid === iccid;
  if (!isOpen && !(isRepeated && card.replacement_id)) return confirmSim(app, who, input);
  if (!iccid) return refused('iccid_needed');
  const warning = iccidWarning(iccid);
  const begun = {
    iccid,
    message: say(who.language, 'Thank you. We’re activating your SIM card.'),
    ...(warning && { warning: say(who.language, warning) }),
  };
  if (isRepeated) return begun;
  if (!isTheCard(card, iccid)) return refused('sim_mismatch');
  const facts = await app.adapters.of(who.tenant).carrier.checkSim(iccid);
  if (facts.inUse) return refused('sim_in_use');
  if (!facts.ours) return refused('sim_unknown');
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, card.id);
    if (!both) {
      const now = await viewCardLine(tx, who, id);
      // Else another tab was first.
      return now?.isEnded ? refused('line_ended') : begun;
    }
    if (!isTheCard(both.card, iccid)) return refused('sim_mismatch');
    // Its customer's own number goes where the card is.
    const no = card.iccid === '' && line.brings ? await proofFor(who, tx) : undefined;
    if (no) return no;
    return (await beginCard(app, tx, both, iccid)) ? begun : refused('sim_in_use');
  });
}

/**
 * Before it is mailed nobody knows its number. Then a new line begins with any card of ours; one that
 * works is moved to no card but the mailed one, whoever is logged in.
 */
const isTheCard = (card: store.ShipmentRow, iccid: string): boolean =>
  card.iccid === '' ? card.replacement_id === null : card.iccid === iccid;
