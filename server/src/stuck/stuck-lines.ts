import { oldCarrierName } from '@portside/contract/old-carriers';
import type { MendingAction } from '@portside/contract/stuck';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { ownersOfLines } from '../lines/asking-again.ts';
import { standingClashes } from '../lines/number-clashes.ts';
import { queuedPortIns, type QueuedPortIn } from '../port-in/port-in-queue.ts';
import { autopayTroubles } from '../renewals/autopay-troubles.ts';
import { lateSimChanges } from '../sim-replacement/late.ts';
import { itemOf, oneLine, type StuckItem } from './item.ts';

/** A port-in may rest so long in its state before somebody looks. */
const PATIENCE: Partial<Record<QueuedPortIn['status'], number>> = {
  action_needed: 0,
  details_needed: days(1),
  submitted: days(2),
  pending: days(2),
  delayed: days(1),
  awaiting_activation: days(2),
};

export async function stuckPortIns(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const now = app.clock.now();
  const statuses = Object.keys(PATIENCE) as QueuedPortIn['status'][];
  const all = await queuedPortIns(app, db, tenant, statuses);
  return all
    .filter((one) => one.stuck || one.since <= later(now, -(PATIENCE[one.status] ?? 0)))
    .map((one) =>
      itemOf({
        kind: 'port_in',
        subject: one.id,
        since: one.since,
        customerId: one.customerId,
        reason: portInReason(one),
        actions: portInActions(one),
      }),
    );
}

const portInActions = ({ stuck, status }: QueuedPortIn): MendingAction[] => {
  if (stuck) return ['retry'];
  return status === 'details_needed' ? [] : ['ask_again'];
};

/** Nobody is verified here: the rest is the customer's. */
const ending = (msisdn: string) => `number ending ${msisdn.slice(-4)}`;

function portInReason(one: QueuedPortIn): string {
  const number = ending(one.msisdn);
  const carrier = oldCarrierName(one.oldCarrier) || 'The old carrier';
  const answer = one.answer ? oneLine(`${one.answer.code} ${one.answer.text}`) : '';
  const words = answer && ` It said: “${answer}”.`;
  const why = one.reason?.replaceAll('_', ' ') ?? 'no reason given';
  if (one.cancelAsked)
    return `The ${number}: the customer wants to cancel, and nobody answered yet.`;
  if (one.stuck) return `The ${number}: a day of tries in vain (${why}).${words}`;
  if (one.status === 'action_needed')
    return `The ${number}: ${carrier} refused it (${why}).${words}`;
  if (one.status === 'details_needed') return `The ${number}: the customer owes details.`;
  if (one.status === 'delayed') return `The ${number}: delayed (${why}).${words}`;
  return `The ${number}: ${carrier} has not answered for long.${words}`;
}

export async function stuckSimChanges(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const late = await lateSimChanges(app, db, tenant);
  const owners = await ownersOfLines(
    db,
    tenant,
    late.map((one) => one.lineId),
  );
  return late.map((one) =>
    itemOf({
      kind: 'sim_change',
      subject: one.id,
      since: one.since,
      customerId: owners.get(one.lineId),
      reason:
        one.state === 'announced'
          ? 'A SIM change should have begun. The email that tells of it may not have left.'
          : 'The carrier has not said for an hour that a SIM change is done.',
      actions: one.state === 'announced' ? [] : ['ask_again'],
    }),
  );
}

export async function stuckAutopay(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const brand = app.brands.byTenant(tenant);
  const troubles = await autopayTroubles(db, tenant);
  const owners = await ownersOfLines(
    db,
    tenant,
    troubles.map((one) => one.lineId),
  );
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: brand.timeZone });
  return troubles.map((one) => {
    const times = one.tries === 1 ? 'once' : `${one.tries} times`;
    const next = one.nextTry
      ? `It is tried again on ${day.format(one.nextTry)}.`
      : 'It is not tried again: the customer has to pay.';
    const said = one.isForbidden ? ' It says of the card: do not try again.' : '';
    return itemOf({
      kind: 'autopay',
      subject: one.lineId,
      since: one.since,
      customerId: owners.get(one.lineId),
      reason: `The bank refused the automatic payment ${times}.${said} ${next}`,
      actions: [],
    });
  });
}

export async function stuckNumbers(db: Query, tenant: number): Promise<StuckItem[]> {
  const clashes = (await standingClashes(db)).filter((one) => one.tenant_id === tenant);
  const owners = await ownersOfLines(
    db,
    tenant,
    clashes.map((one) => one.line_id),
  );
  return clashes.map((one) =>
    itemOf({
      kind: 'number',
      subject: one.line_id,
      since: one.since,
      customerId: owners.get(one.line_id),
      reason: `The carrier gave the ${ending(one.mdn)} to two lines. Ask the carrier whose it is.`,
      actions: [],
    }),
  );
}
