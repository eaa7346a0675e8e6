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
import { type PaidLine, type PaidPart, partsOfPayment } from '../checkout/line-of-order.ts';
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
  const parts = await partsOfPayment(db, disputed.owner, disputed.charge.orderId);
  const brand = app.brands.byTenant(who.tenant);
  const orders = [disputed.charge.orderId, ...parts.map(({ orderId }) => orderId)];
  const numbers = await numbersInBrand(db, brand, [...new Set(orders)]);
  const names = await maskedNames(db, who.tenant, [disputed.owner.customerId]);
  return {
    ...shown(disputed, answer, { numbers, names }, app.clock.now()),
    line: shownLine(parts[0]?.line),
    ...(parts.length > 1 && {
      parts: parts.map(({ orderId, item, cents, line }) => ({
        orderId,
        orderNumber: numbers.get(orderId) ?? null,
        item,
        amount: dollars(cents),
        line: shownLine(line),
      })),
    }),
  };
}

const shownLine = (line: PaidLine | undefined) =>
  line
    ? { id: line.id, numberEnds: line.number.slice(-4), status: line.status, paused: line.paused }
    : null;

/** @throws No `not_found`, also for another brand's */
export async function pauseForDispute(
  app: App,
  who: Staff,
  { id, lineId }: ParsedInputOf<typeof pauseCall>,
): Promise<OutputOf<typeof pauseCall> | Refused<ReasonOf<typeof pauseCall>>> {
  const disputed = await disputeAt(app, who, id);
  const { owner, status } = disputed;
  if (!app.adapters.of(who.tenant).carrier.can.has('suspendLine')) return refused('not_offered');
  if (status === 'won' || status === 'closed') return refused('decided');
  const lines = await linesOf(app, disputed, lineId);
  const done: ('asked' | 'done')[] = [];
  let no: Refused<ReasonOf<typeof pauseCall>> = refused('no_line');
  for (const line of lines) {
    const answer = await pauseLine(app, actingFor({ ...who, about: owner }), line.id);
    if (answer instanceof Refused) no = answer;
    else done.push(answer);
  }
  if (done.length === 0) return no;
  const isAsked = done.includes('asked');
  if (lines.length === 1) {
    return told(
      isAsked
        ? 'The network is asked to pause the line. Its page says when it is.'
        : 'The line is paused.',
    );
  }
  const left = lines.length - done.length;
  const which = left === 0 ? 'the lines' : `${done.length} of the ${lines.length} lines`;
  const others = left === 0 ? '' : ' The others have ended, or are not active yet.';
  return told(
    isAsked
      ? `The network is asked to pause ${which}. This page says how each stands.${others}`
      : `Paused: ${which}.${others}`,
  );
}

/** @throws No `not_found`, also for another brand's */
export async function resumeAfterDispute(
  app: App,
  who: Staff,
  { id, lineId }: ParsedInputOf<typeof resumeCall>,
): Promise<OutputOf<typeof resumeCall> | Refused<ReasonOf<typeof resumeCall>>> {
  const disputed = await disputeAt(app, who, id);
  const lines = await linesOf(app, disputed, lineId);
  const done: { left: boolean }[] = [];
  let no: Refused<ReasonOf<typeof resumeCall>> = refused('no_line');
  for (const line of lines) {
    const answer = await resumeLine(app, actingFor({ ...who, about: disputed.owner }), line.id);
    if (answer instanceof Refused) no = answer;
    else done.push(answer);
  }
  if (done.length === 0) return no;
  const stays = done.some(({ left }) => left);
  if (done.length === 1) {
    return told(
      stays
        ? 'This pause is over. The line stays suspended for another reason.'
        : 'The network is asked to let the line work again.',
    );
  }
  return told(
    stays
      ? 'These pauses are over. Some of the lines stay suspended for another reason.'
      : 'The network is asked to let the lines work again.',
  );
}

/** That were paid for: all, or the one that is named. */
async function linesOf(
  app: App,
  { owner, charge }: DisputedCharge,
  lineId: string | undefined,
): Promise<PaidLine[]> {
  const parts: PaidPart[] = await partsOfPayment(app.db.query, owner, charge.orderId);
  return parts
    .flatMap(({ line }) => line ?? [])
    .filter(({ id }) => lineId === undefined || id === lineId);
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
