import type {
  endForCustomer as endCall,
  replaceSimForCustomer as replaceSimCall,
  resumeForCustomer as resumeCall,
  suspendForCustomer as suspendCall,
} from '@portside/contract/console/line-actions';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { refused, Refused } from '../http/no.ts';
import { actingFor, customerAt, proving, type Staff } from '../http/who.ts';
import { endLine } from '../line-ending/end-line.ts';
import { blockLine, unblockLine } from '../lines/block.ts';
import { replaceSim } from '../sim-replacement/replace-sim.ts';
import { told } from '../words/told.ts';
import { hasReadCode } from './verification.ts';

/** The customer's own verbs; their activity and emails tell it, with the name of who acted. */
export async function suspendForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof suspendCall>,
): Promise<OutputOf<typeof suspendCall> | Refused<ReasonOf<typeof suspendCall>>> {
  if (!app.adapters.of(who.tenant).carrier.can.has('suspendLine')) return refused('not_offered');
  const answer = await blockLine(app, actingFor(who), { id });
  if (answer instanceof Refused) return answer;
  return told('It is asked for. The customer gets an email once the line is blocked.');
}

export async function resumeForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof resumeCall>,
): Promise<OutputOf<typeof resumeCall> | Refused<ReasonOf<typeof resumeCall>>> {
  const answer = await unblockLine(app, actingFor(who), { id });
  if (answer instanceof Refused) return answer;
  return told('It is asked for. The customer gets an email once the line works again.');
}

export async function endForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof endCall>,
): Promise<OutputOf<typeof endCall> | Refused<ReasonOf<typeof endCall>>> {
  const answer = await endLine(app, actingFor(who), { id });
  return answer instanceof Refused ? answer : told(answer.message);
}

/** A ticket or a glance at an ID moves no SIM: who has the SIM has the codes of everything else. */
export async function replaceSimForCustomer(
  app: App,
  who: Staff,
  { id, simType, iccid }: ParsedInputOf<typeof replaceSimCall>,
): Promise<OutputOf<typeof replaceSimCall> | Refused<ReasonOf<typeof replaceSimCall>>> {
  if (!(await hasReadCode(app, who, customerAt(who)))) return refused('code_needed');
  if (!app.adapters.of(who.tenant).carrier.can.has('changeSim')) return refused('not_offered');
  // The code is the customer's proof; that of the member of staff was asked for before.
  const customer = proving(actingFor(who), async () => undefined);
  const answer = await replaceSim(app, customer, { id, simType, ...(iccid && { iccid }) });
  if (answer instanceof Refused) return answer;
  const minutes = who.brand.lines.simChangeMinutes;
  return told(`The change begins in ${minutes} minutes. The customer was told and can stop it.`);
}
