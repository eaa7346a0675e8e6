import type {
  countDisputes as countCall,
  DisputeStatus,
  listDisputes as listCall,
  pauseForDispute as pauseCall,
  resumeAfterDispute as resumeCall,
  StaffDispute,
  viewDispute as viewCall,
} from '@portside/contract/console/disputes';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { maskedNames } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { numbersInBrand } from '../checkout/find-orders.ts';
import { lineOfOrder } from '../checkout/line-of-order.ts';
import { notFound, refused, Refused } from '../http/no.ts';
import { actingFor, type Staff } from '../http/who.ts';
import { pauseLine, resumeLine } from '../lines/pausing.ts';
import { dollars } from '../money.ts';
import {
  countOpenDisputes,
  disputedCharges,
  findDisputed,
  type DisputedCharge,
} from '../payments/disputed-charges.ts';
import { told } from '../words/told.ts';
import * as store from './store.ts';

const SHOWN = 200;

export async function listDisputes(
  app: App,
  who: Staff,
  { state = 'undecided' }: ParsedInputOf<typeof listCall>,
): Promise<OutputOf<typeof listCall>> {
  const db = app.db.query;
  const found = await disputedCharges(db, who.tenant, state, SHOWN);
  const ids = found.map(({ id }) => id);
  const answers = ids.length === 0 ? [] : await store.answersOf(db, ids);
  const byId = new Map(answers.map((answer) => [answer.dispute_id, answer]));
  const orders = found.map(({ charge }) => charge.orderId);
  const numbers = await numbersInBrand(db, app.brands.byTenant(who.tenant), orders);
  const owners = found.map(({ owner }) => owner.customerId);
  const known = { numbers, names: await maskedNames(db, who.tenant, owners) };
  const now = app.clock.now();
  return { disputes: found.map((one) => shown(one, byId.get(one.id), known, now)) };
}

export async function countDisputes(app: App, who: Staff): Promise<OutputOf<typeof countCall>> {
  return { open: await countOpenDisputes(app.db.query, who.tenant) };
}

/** @throws No `not_found`, also for another brand's */
export async function viewDispute(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof viewCall>,
): Promise<OutputOf<typeof viewCall>> {
  const db = app.db.query;
  // The answer first: one that is sent is never shown beside a dispute that is still open.
  const [answer] = await store.answersOf(db, [id]);
  const disputed = await disputeAt(app, who, id);
  const line = await lineOfOrder(db, disputed.owner, disputed.charge.orderId);
  const brand = app.brands.byTenant(who.tenant);
  const numbers = await numbersInBrand(db, brand, [disputed.charge.orderId]);
  const names = await maskedNames(db, who.tenant, [disputed.owner.customerId]);
  return {
    ...shown(disputed, answer, { numbers, names }, app.clock.now()),
    line: line
      ? {
          id: line.id,
          numberEnds: line.number.slice(-4),
          status: line.status,
          paused: line.paused,
        }
      : null,
  };
}

/** @throws No `not_found`, also for another brand's */
export async function pauseForDispute(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof pauseCall>,
): Promise<OutputOf<typeof pauseCall> | Refused<ReasonOf<typeof pauseCall>>> {
  const { owner, charge, status } = await disputeAt(app, who, id);
  if (!app.adapters.of(who.tenant).carrier.can.has('suspendLine')) return refused('not_offered');
  if (status === 'won' || status === 'closed') return refused('decided');
  const line = await lineOfOrder(app.db.query, owner, charge.orderId);
  if (!line) return refused('no_line');
  const answer = await pauseLine(app, actingFor({ ...who, about: owner }), line.id);
  if (answer instanceof Refused) return answer;
  return told(
    answer === 'asked'
      ? 'The network is asked to pause the line. Its page says when it is.'
      : 'The line is paused.',
  );
}

/** @throws No `not_found`, also for another brand's */
export async function resumeAfterDispute(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof resumeCall>,
): Promise<OutputOf<typeof resumeCall> | Refused<ReasonOf<typeof resumeCall>>> {
  const { owner, charge } = await disputeAt(app, who, id);
  const line = await lineOfOrder(app.db.query, owner, charge.orderId);
  if (!line) return refused('no_line');
  const answer = await resumeLine(app, actingFor({ ...who, about: owner }), line.id);
  if (answer instanceof Refused) return answer;
  return told(
    answer.left
      ? 'This pause is over. The line stays suspended for another reason.'
      : 'The network is asked to let the line work again.',
  );
}

async function disputeAt(app: App, who: Staff, id: string): Promise<DisputedCharge> {
  const disputed = await findDisputed(app.db.query, who.tenant, id);
  if (!disputed) throw notFound();
  who.noteAbout?.(disputed.owner);
  return disputed;
}

const isDecided = (status: DisputeStatus) => status !== 'open' && status !== 'answered';

const shown = (
  {
    id,
    status,
    reason,
    amountCents,
    openedAt,
    respondBy,
    updatedAt,
    charge,
    owner,
  }: DisputedCharge,
  answer: store.AnswerRow | undefined,
  known: {
    readonly numbers: ReadonlyMap<string, string>;
    readonly names: ReadonlyMap<string | null, string>;
  },
  now: Date,
): StaffDispute => ({
  id,
  status,
  reason,
  amount: dollars(amountCents),
  openedAt: openedAt.toISOString(),
  respondBy: respondBy?.toISOString() ?? null,
  isLate: status === 'open' && respondBy !== null && respondBy <= now,
  decidedAt: isDecided(status) ? updatedAt.toISOString() : null,
  orderId: charge.orderId,
  orderNumber: known.numbers.get(charge.orderId) ?? null,
  customerId: owner.customerId,
  customer: known.names.get(owner.customerId) ?? null,
  answer: answer
    ? { state: answer.state, by: answer.staff, at: answer.at.toISOString(), reason: answer.reason }
    : null,
});
