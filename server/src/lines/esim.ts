import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { installUrls, lpaPayload, maskedLpa, parseLpa } from '@portside/contract/lpa';
import type { EsimState, viewEsim as viewEsimCall } from '@portside/contract/sim';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { publishLine } from './line-news.ts';
import * as store from './store.ts';

type Answer = OutputOf<typeof viewEsimCall>;

const sentences: Record<EsimState, string> = {
  preparing: 'We’re preparing your eSIM. This takes a moment.',
  ready: 'Your eSIM is ready. Connect to Wi-Fi and install it.',
  downloaded: 'Your phone has downloaded the eSIM.',
  installed: 'Your eSIM is installed. Turn it on in your phone’s settings.',
  enabled: 'Your eSIM is on.',
  disabled: 'Your eSIM is installed and turned off in your phone’s settings.',
  deleted: 'This eSIM was deleted from the phone. Please contact us for a new one.',
  error: 'The installation didn’t work. Please contact us for a new eSIM.',
  unknown: 'Your phone doesn’t report the status of the eSIM.',
};
const usable: readonly EsimState[] = ['ready', 'downloaded', 'unknown'];

/**
 * The code is masked once installed; it is read from the carrier each time and never stored.
 * @throws No `not_found`, also for another customer's line
 */
export async function viewEsim(
  app: App,
  who: Customer,
  { id: lineId }: ParsedInputOf<typeof viewEsimCall>,
): Promise<Answer | Refused<'no_esim'>> {
  const line = await store.lineOf(app.db.query, who, lineId);
  if (!line) throw notFound();
  if (line.sim_type !== 'esim') return refused('no_esim');
  const { carrier } = app.adapters.of(line.tenant_id);
  const hasProfile = line.iccid !== '' && carrier.can.has('esim');
  const profile = hasProfile ? await carrier.viewEsim(line.iccid) : undefined;
  const state = profile?.state ?? (line.iccid ? 'unknown' : 'preparing');
  if (profile) await saveState(app, line, profile.state);
  const message = say(who.language, sentences[state]);
  const payload = lpaPayload(profile?.activationCode ?? '');
  const parts = parseLpa(payload ?? '');
  if (!profile || !payload || !parts) {
    return { state, message, masked: false, ...noCode };
  }
  if (!usable.includes(state)) {
    const { smdpAddress } = parts;
    return {
      state,
      message,
      masked: true,
      ...noCode,
      activationCode: maskedLpa(payload),
      smdpAddress,
    };
  }
  return {
    state,
    message,
    masked: false,
    activationCode: payload,
    smdpAddress: parts.smdpAddress,
    matchingId: parts.matchingId,
    // Codes often lack the mark that says it is needed.
    ...(profile.confirmationCode && { confirmationCode: profile.confirmationCode }),
    installUrls: installUrls(payload),
  };
}

export async function lookAtEsim(
  app: App,
  { iccid, tenant }: { iccid: string; tenant?: number },
): Promise<void> {
  const tenants = app.adapters.sharing('carrier', tenant);
  const line = await store.lineOfSim(app.db.query, tenants, iccid);
  if (line?.sim_type !== 'esim') return;
  const { carrier } = app.adapters.of(line.tenant_id);
  if (!carrier.can.has('esim')) return;
  const profile = await carrier.viewEsim(iccid);
  if (profile) await saveState(app, line, profile.state);
}

async function saveState(app: App, line: store.LineRow, state: EsimState): Promise<void> {
  if (line.esim_state === state) return;
  await app.db.transaction(async (tx) => {
    const changed = await store.setEsimState(tx, line, state);
    if (changed) await publishLine(app, tx, line, line.status);
  });
}

const noCode = { activationCode: '', smdpAddress: '', matchingId: '', installUrls: null };
