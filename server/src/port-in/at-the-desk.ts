import type * as calls from '@portside/contract/console/port-ins';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { notFound, Refused } from '../http/no.ts';
import { actingFor, customerAt, type Staff } from '../http/who.ts';
import { resubmitPortIn } from './bring-number.ts';
import { queuedPortIns } from './port-in-queue.ts';
import { unfinished } from './progress.ts';
import * as store from './store.ts';

const asked = unfinished.filter((status) => status !== 'draft');

export async function queuePortIns(
  app: App,
  who: Staff,
  { state }: ParsedInputOf<typeof calls.queuePortIns>,
): Promise<OutputOf<typeof calls.queuePortIns>> {
  const statuses = state === undefined ? asked : [state];
  const portIns = await queuedPortIns(app, app.db.query, who.tenant, statuses);
  return {
    portIns: portIns.map(({ msisdn, since, answer, required, ...one }) => ({
      ...one,
      numberEnds: msisdn.slice(-4),
      since: since.toISOString(),
      required: [...required],
      ...(answer && { answer: { ...answer, at: answer.at.toISOString() } }),
    })),
  };
}

/** The customer told it on the phone, and was verified. */
export async function resubmitForCustomer(
  app: App,
  who: Staff,
  { id, reason: _, ...oldService }: ParsedInputOf<typeof calls.resubmitForCustomer>,
): Promise<
  OutputOf<typeof calls.resubmitForCustomer> | Refused<ReasonOf<typeof calls.resubmitForCustomer>>
> {
  const owner = customerAt(who);
  const row = await store.portInOf(app.db.query, owner, id);
  if (!row) throw notFound();
  const answer = await resubmitPortIn(app, actingFor(who), { msisdn: row.msisdn, oldService });
  if (answer instanceof Refused) return answer;
  return { message: answer.message, status: answer.status };
}
