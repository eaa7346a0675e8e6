import type * as calls from '@portside/contract/console/line-actions';
import { replaceSimForCustomer as replaceSimCall } from '@portside/contract/console/line-actions';
import type {
  endForCustomer as endCall,
  resumeForCustomer as resumeCall,
  suspendForCustomer as suspendCall,
} from '@portside/contract/console/line-actions';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { refused, Refused } from '../http/no.ts';
import { actingFor, customerAt, type Staff } from '../http/who.ts';
import { endLine } from '../line-ending/end-line.ts';
import { endHold } from '../line-hold/hold-line.ts';
import { unblockUnlessDenied as unblock } from '../line-safety/unblock-denied.ts';
import { blockLine } from '../lines/block.ts';
import { suspensionsOf } from '../lines/suspension.ts';
import { sendEsimAgain } from '../lines/esim-again.ts';
import { undoPlanChange } from '../plan-change/change-later.ts';
import { notePlan } from '../plan-change/note-plan.ts';
import { quotePlanChange } from '../plan-change/plan-quote.ts';
import { replaceSim } from '../sim-replacement/replace-sim.ts';
import { told } from '../words/told.ts';
import { byReadCode, hasReadCode } from './verification.ts';

/** The customer's own verbs; their activity and emails tell it, with the name of who acted. */
export async function suspendForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof suspendCall>,
): Promise<OutputOf<typeof suspendCall> | Refused<ReasonOf<typeof suspendCall>>> {
  if (!app.adapters.of(who.tenant).carrier.can.has('suspendLine')) return refused('not_offered');
  const answer = await blockLine(app, actingFor(who), { id });
  if (answer instanceof Refused) return answer;
  return told('It is asked for. Whoever has it gets an email once the line is blocked.');
}

export async function resumeForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof resumeCall>,
): Promise<OutputOf<typeof resumeCall> | Refused<ReasonOf<typeof resumeCall>>> {
  const before = await suspensionsOf(app.db.query, id);
  const end = before[0] === 'on_hold' ? endHold : unblock;
  const answer = await end(app, actingFor(who), { id });
  if (answer instanceof Refused) return answer;
  const left = await suspensionsOf(app.db.query, id);
  return told(
    left.length > 0
      ? 'No block is left. The line stays paused for another reason.'
      : 'It is asked for. Whoever has it gets an email once the line works again.',
  );
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
  const customer = byReadCode(who, replaceSimCall.roles);
  const answer = await replaceSim(app, customer, { id, simType, ...(iccid && { iccid }) });
  if (answer instanceof Refused) return answer;
  const minutes = who.brand.lines.simChangeMinutes;
  return told(
    `The change begins in ${minutes} minutes. Whoever has the line was told and can stop it.`,
  );
}

export async function sendEsimForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof calls.sendEsimForCustomer>,
): Promise<
  OutputOf<typeof calls.sendEsimForCustomer> | Refused<ReasonOf<typeof calls.sendEsimForCustomer>>
> {
  const refusal = await sendEsimAgain(app, actingFor(who), { id });
  return refusal ?? told('Whoever has the line gets an email with the way to its eSIM.');
}

export async function quotePlanForCustomer(
  app: App,
  who: Staff,
  { id, planId }: ParsedInputOf<typeof calls.quotePlanForCustomer>,
): Promise<
  OutputOf<typeof calls.quotePlanForCustomer> | Refused<ReasonOf<typeof calls.quotePlanForCustomer>>
> {
  if (!app.adapters.of(who.tenant).carrier.can.has('changePlan')) return refused('not_offered');
  const quote = await quotePlanChange(app, actingFor(who), { id, planId, when: 'renewal' });
  if (quote instanceof Refused) return quote;
  const { quoteId, effectiveOn: on, finalCheckoutAmount: total } = quote;
  return { quoteId, on, total };
}

/** Only what was quoted for the next payment: a quote that charges now is none of theirs. */
export async function changePlanForCustomer(
  app: App,
  who: Staff,
  { id, quoteId }: ParsedInputOf<typeof calls.changePlanForCustomer>,
): Promise<
  | OutputOf<typeof calls.changePlanForCustomer>
  | Refused<ReasonOf<typeof calls.changePlanForCustomer>>
> {
  const answer = await notePlan(app, actingFor(who), { id, quoteId });
  return answer ?? told('It is noted for the next payment. The customer was told by email.');
}

export async function undoPlanForCustomer(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof calls.undoPlanForCustomer>,
): Promise<
  OutputOf<typeof calls.undoPlanForCustomer> | Refused<ReasonOf<typeof calls.undoPlanForCustomer>>
> {
  const answer = await undoPlanChange(app, actingFor(who), { id });
  return answer instanceof Refused ? answer : told('The line keeps its plan.');
}
