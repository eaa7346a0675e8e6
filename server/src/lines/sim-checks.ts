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
import type { Customer, Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { simArrived } from './incoming-number.ts';
import { publishLine } from './line-news.ts';
import * as store from './store.ts';

/** Whether a SIM card serves, decided by its number; the carrier knows whether it is in use. */
export async function checkSim(
  app: App,
  who: Visitor,
  { iccid }: ParsedInputOf<typeof checkSimCall>,
): Promise<OutputOf<typeof checkSimCall>> {
  const ours = isCarrierSim(iccid);
  const { inUse } = ours ? await app.adapters.carrier.checkSim(iccid) : { inUse: false };
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

/** Whether a phone works with our network. */
export async function checkDevice(
  app: App,
  who: Visitor,
  { imei }: ParsedInputOf<typeof checkDeviceCall>,
): Promise<OutputOf<typeof checkDeviceCall>> {
  const device = await app.adapters.carrier.checkDevice(imei);
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
      warning: say(who.language, 'This IMEI may have a typing mistake. Please check it.'),
    }),
  };
}

/**
 * The SIM card of a line has come. A line that waits for its number goes on with it; a line that
 * is active already only learns that the right card is in the phone.
 * @throws No `not_found`, for another customer's line too
 */
export async function activateSim(
  app: App,
  who: Customer,
  { id, iccid: typed }: ParsedInputOf<typeof activateSimCall>,
): Promise<OutputOf<typeof activateSimCall> | Refused<ReasonOf<typeof activateSimCall>>> {
  const line = await store.lineById(app.db.query, id);
  if (line?.tenant_id !== who.tenant || line.customer_id !== who.customerId) throw notFound();
  if (line.sim_type !== 'physical') return refused('no_card');
  const iccid = typed ?? line.iccid;
  if (!iccid) return refused('iccid_needed');
  if (line.iccid && line.iccid !== iccid) return refused('sim_mismatch');
  const warning = iccidWarning(iccid);
  const answer = (sentence: string) => ({
    iccid,
    message: say(who.language, sentence),
    ...(warning && { warning: say(who.language, warning) }),
  });
  if (line.iccid) {
    return answer(
      line.status === 'active'
        ? 'This is the right SIM card, and your line is active.'
        : 'This is the right SIM card. Your line is on its way.',
    );
  }
  const card = await app.adapters.carrier.checkSim(iccid);
  if (card.inUse) return refused('sim_in_use');
  if (!card.ours) return refused('sim_unknown');
  const portInId = line.port_in_id;
  await app.db.transaction(async (tx) => {
    if (!(await store.giveSim(tx, id, iccid))) return;
    if (portInId) await app.jobs.enqueue(tx, simArrived, { portInId, iccid });
    await publishLine(app, tx, line, line.status);
  });
  return answer('Thank you. We are activating your SIM card.');
}
