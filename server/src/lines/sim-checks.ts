import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { iccidWarning, imeiCheckDigitHolds } from '@portside/contract/fields';
import {
  deviceSentences,
  isCarrierSim,
  simSentences,
  type activateSim as activateSimCall,
  type checkDevice as checkDeviceCall,
  type checkSim as checkSimCall,
} from '@portside/contract/sim';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { proofFor, type Customer, type Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { isUnsent, simArrived } from './incoming-number.ts';
import { publishLine } from './line-news.ts';
import { giveSim, isTaken } from './sim-claims.ts';
import * as store from './store.ts';

export async function checkSim(
  app: App,
  who: Visitor,
  { iccid }: ParsedInputOf<typeof checkSimCall>,
): Promise<OutputOf<typeof checkSimCall>> {
  const ours = isCarrierSim(iccid);
  const inUse =
    ours &&
    ((await app.adapters.of(who.tenant).carrier.checkSim(iccid)).inUse ||
      (await isTaken(app.db.query, who.tenant, iccid)));
  const sentence = inUse ? simSentences.inUse : ours ? simSentences.ready : simSentences.needed;
  const warning = iccidWarning(iccid);
  return {
    iccid,
    isCarrierSim: ours,
    newSimRequired: !ours,
    inUse,
    message: say(who.language, sentence),
    ...(warning && { warning: say(who.language, warning) }),
  };
}

export async function checkDevice(
  app: App,
  who: Visitor,
  { imei }: ParsedInputOf<typeof checkDeviceCall>,
): Promise<OutputOf<typeof checkDeviceCall>> {
  const device = await app.adapters.of(who.tenant).carrier.checkDevice(imei);
  const { esim, locked, blocked } = device;
  const kind = blocked ? 'blocked' : locked ? 'locked' : esim ? 'esim' : 'physical';
  return {
    tac: imei.slice(0, 8),
    compatible: !locked && !blocked,
    esim,
    locked,
    blocked,
    message: say(who.language, deviceSentences[kind]),
    ...(!imeiCheckDigitHolds(imei) && {
      warning: say(who.language, 'This IMEI may have a typo. Please check it.'),
    }),
  };
}

/**
 * A SIM card came by mail: a waiting line goes on with it, an active one confirms it. A mistyped
 * number can be corrected until it is sent. @throws No `not_found`, also for another customer's
 * line
 */
export async function activateSim(
  app: App,
  who: Customer,
  { id, iccid: typed }: ParsedInputOf<typeof activateSimCall>,
): Promise<OutputOf<typeof activateSimCall> | Refused<ReasonOf<typeof activateSimCall>>> {
  const line = await store.lineOf(app.db.query, who, id);
  if (!line) throw notFound();
  if (line.sim_type !== 'physical') return refused('no_card');
  const iccid = typed ?? line.iccid;
  if (!iccid) return refused('iccid_needed');
  const warning = iccidWarning(iccid);
  const answer = (sentence: string) => ({
    iccid,
    message: say(who.language, sentence),
    ...(warning && { warning: say(who.language, warning) }),
  });
  const asItIs = (now: store.LineRow) =>
    now.status === 'active'
      ? 'This is the right SIM card, and your line is active.'
      : 'This is the right SIM card. Your line is on its way.';
  if (line.iccid === iccid) return answer(asItIs(line));
  if (line.iccid && !isUnsent(line)) return refused('sim_mismatch');
  const card = await app.adapters.of(who.tenant).carrier.checkSim(iccid);
  if (card.inUse) return refused('sim_in_use');
  if (!card.ours) return refused('sim_unknown');
  return app.db.transaction(async (tx) => {
    const now = (await store.lockLineOf(tx, who, id)) ?? line;
    if (now.status === 'ended') return refused('line_ended');
    if (now.iccid === iccid) return answer(asItIs(now));
    if (now.iccid && !isUnsent(now)) return refused('sim_mismatch');
    // Its customer's own number goes where the card is.
    const no = now.port_in_id === null ? undefined : await proofFor(who, tx);
    if (no) return no;
    if (!(await giveSim(tx, who.tenant, id, iccid))) return refused('sim_in_use');
    const { port_in_id: portInId } = now;
    if (portInId) await app.jobs.enqueue(tx, simArrived, { portInId });
    await publishLine(app, tx, now, now.status);
    return answer('Thank you. We’re activating your SIM card.');
  });
}
