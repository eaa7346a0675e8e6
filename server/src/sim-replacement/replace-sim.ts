import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { replaceSim as replaceSimCall } from '@portside/contract/sim-replacement';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { requirePlace } from '../checkout/quotes.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { guardMove } from '../line-guard/guard-move.ts';
import { beginWork } from '../lines/line-work.ts';
import { claimSim } from '../lines/sim-claims.ts';
import { lockSimLine, viewSimLine, type SimLine } from '../lines/sim-moves.ts';
import { noteActivity } from '../sessions/activity.ts';
import { pauseRefused } from '../safety/pauses.ts';
import { say } from '../words/say.ts';
import { isMailed, replacementOf } from './replacement-view.ts';
import * as store from './store.ts';
import { tell } from './telling.ts';
import { whyNot } from './why-not.ts';

type Call = typeof replaceSimCall;
type No = Refused<ReasonOf<Call>>;

/**
 * Notes the change and tells its owner; the sweep begins it when the time is over (K14). @throws No
 * `not_found`, also for another customer's line
 */
export async function replaceSim(
  app: App,
  who: Customer,
  input: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | No> {
  const line = await viewSimLine(app.db.query, who, input.id);
  if (!line) throw notFound();
  const paused = await pauseRefused(app, app.db.query, who);
  if (paused) return paused;
  const why = await whyNot(app, app.db.query, line);
  if (why) return refused(why);
  const card = await cardOf(app, who, input);
  if (card instanceof Refused) return card;
  return app.db.transaction(async (tx) => {
    const now = (await lockSimLine(tx, line.id)) ?? line;
    const no = (await refusal(app, tx, who, now)) ?? (await takeCard(tx, who, card.iccid));
    if (no) return no;
    const row = rowOf(app, who, input, card);
    await store.insert(tx, row);
    await beginWork(app, tx, { tenant: who.tenant, lineId: line.id }, 'sim_replacement');
    await noteActivity(app, tx, who, 'sim_change_asked', { number: phone(now.mdn) });
    const isByMail = isMailed(row);
    await tell(app, tx, now, row, isByMail ? 'announced_mail' : 'announced');
    const values = { minutes: String(who.brand.lines.simChangeMinutes) };
    return {
      message: say(
        who.language,
        isByMail
          ? 'We’ll prepare your SIM card in {minutes} minutes. We sent you an email.'
          : 'The change begins in {minutes} minutes. We sent you an email.',
        values,
      ),
      sim: replacementOf(row, who.language),
    };
  });
}

interface Card {
  iccid: string;
  shipping: string | null;
}

/** Of the input; the carrier knows its cards. @throws OutsideFailure */
async function cardOf(app: App, who: Customer, input: ParsedInputOf<Call>): Promise<Card | No> {
  const { simType, iccid, shipping } = input;
  const { carrier } = app.adapters.of(who.tenant);
  if (simType === 'esim') {
    return carrier.can.has('esim') ? { iccid: '', shipping: null } : refused('not_offered');
  }
  if (!iccid) {
    if (!shipping) return refused('card_needed');
    if (!carrier.can.has('mailSim')) return refused('not_offered');
    requirePlace(shipping.state, shipping.zipCode);
    return { iccid: '', shipping: JSON.stringify(shipping) };
  }
  const card = await carrier.checkSim(iccid);
  if (card.inUse) return refused('sim_in_use');
  return card.ours ? { iccid, shipping: null } : refused('sim_unknown');
}

async function refusal(app: App, tx: Tx, who: Customer, line: SimLine): Promise<No | undefined> {
  const why = await whyNot(app, tx, line);
  if (why) return refused(why);
  return guardMove(app, tx, who, line.id, 'sim_replacement', replacing);
}

/**
 * A card in the mail, too. Asked before the guard notes whose browser began the change: one that is
 * refused would take the note of the one that is under way.
 */
const replacing: typeof lineBusy = async (db, lineId, begin, who) => {
  const busy = await lineBusy(db, lineId, begin, who);
  if (busy) return busy;
  const last = await store.latestOf(db, lineId);
  if (last?.state !== 'announced' && last?.state !== 'under_way') return undefined;
  const message = say(
    who.language,
    'A SIM card for this line is on its way already. Put it in a phone, or stop that change first.',
  );
  return refused('busy', { with: 'sim_replacement', message });
};

async function takeCard(tx: Tx, { tenant }: Customer, iccid: string): Promise<No | undefined> {
  if (iccid === '') return undefined;
  const isFree =
    (await claimSim(tx, tenant, iccid)) && !(await store.isCardWaitedFor(tx, tenant, iccid));
  return isFree ? undefined : refused('sim_in_use');
}

function rowOf(
  app: App,
  { tenant, brand }: Customer,
  { id: line_id, simType: sim_type }: ParsedInputOf<Call>,
  card: Card,
): store.ReplacementRow {
  const now = app.clock.now();
  return {
    id: app.random.id('smr'),
    tenant_id: tenant,
    line_id,
    state: 'announced',
    sim_type,
    ...card,
    why: null,
    carrier_ref: null,
    stop_wanted_by: null,
    denial: null,
    asked_at: now,
    effective_at: later(now, minutes(brand.lines.simChangeMinutes)),
    looked_at: null,
    ended_at: null,
  };
}
