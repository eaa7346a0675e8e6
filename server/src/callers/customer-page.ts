import type {
  addNote as addNoteCall,
  showReceipt as showReceiptCall,
  viewCustomer as viewCustomerCall,
} from '@portside/contract/console/customers';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { streetLine } from '@portside/contract/street-address';
import { viewPerson, type Person } from '../account/person.ts';
import type { App } from '../app.ts';
import { waitingApprovals } from '../approvals/list-approvals.ts';
import { listUnfinished } from '../checkout/operator-actions.ts';
import { leadIdOf } from '../checkout/purchase.ts';
import { boughtTogether } from '../checkout/whole-purchases.ts';
import { creditOf } from '../credit/credit.ts';
import type { Tx } from '../db/database.ts';
import type { Document } from '../http/document.ts';
import { actingFor, customerAt, type Staff } from '../http/who.ts';
import { linesOfOthers, membersByLine } from '../household/seen-by-staff.ts';
import { heldUntils } from '../lines/holds.ts';
import { handedLines, linesOf } from '../lines/lines.ts';
import { dollars } from '../money.ts';
import { cardsOf } from '../payments/cards.ts';
import { paymentsOf } from '../payments/history.ts';
import { downloadReceipt } from '../payments/receipts.ts';
import { writeOrderNumber } from '../checkout/order-number.ts';
import { notedPlans } from '../plan-change/change-later.ts';
import { queuedPortInsOf } from '../port-in/port-in-queue.ts';
import { chatOfCustomer } from '../support/chat.ts';
import { told } from '../words/told.ts';
import * as store from './store.ts';
import { verifiedUntil } from './verification.ts';

const NOTES = 50;
const PAYMENTS = 20;

export async function viewCustomer(
  app: App,
  who: Staff,
): Promise<OutputOf<typeof viewCustomerCall>> {
  const owner = customerAt(who);
  const db = app.db.query;
  const [person, until, credit, lines, orders, approvals, payments, portIns, cards, chat, notes] =
    await Promise.all([
      viewPerson(db, owner),
      verifiedUntil(app, who, owner),
      creditOf(db, owner),
      linesOf(app, owner),
      listUnfinished(db, owner),
      waitingApprovals(db, owner),
      paymentsOf(app, owner, PAYMENTS),
      queuedPortInsOf(app, db, owner),
      cardsOf(db, owner),
      chatOfCustomer(db, owner),
      store.notesOf(db, owner, { limit: NOTES }),
    ]);
  const lineIds = lines.map(({ id }) => id);
  const [nextPlans, held, handed, members, others] = await Promise.all([
    notedPlans(db, lineIds),
    heldUntils(db, lineIds),
    handedLines(db, owner),
    membersByLine(db, owner),
    linesOfOthers(db, owner),
  ]);
  const brand = app.brands.byTenant(owner.tenant);
  const bought = await boughtTogether(db, brand, [
    ...orders.map(leadIdOf),
    ...payments.flatMap(({ orderId }) => orderId ?? []),
  ]);
  const now = app.clock.now();
  const closesAt = until ?? now;
  return {
    id: person.id,
    name: `${person.firstName} ${person.lastName}`.trim(),
    email: person.email,
    emailVerified: person.emailVerified,
    phone: person.contactNumber,
    address: addressOf(person),
    language: person.language,
    since: person.createdAt.toISOString(),
    verifiedUntil: closesAt.toISOString(),
    closesIn: Math.max(0, (closesAt.getTime() - now.getTime()) / 1000),
    credit: dollars(credit),
    lines: lines.map(({ id, nickname, status, iccid, simType, paidUntil, ...line }) => ({
      id,
      nickname,
      status,
      iccid,
      simType,
      paidUntil,
      number: line.mdn,
      plan: line.plan.retailName,
      nextPlan: nextPlans.get(id),
      heldUntil: held.get(id)?.toISOString(),
      ...handed.get(id),
      member: members.get(id),
    })),
    ...(others.length > 0 && { linesOfOthers: others }),
    orders: orders.map(
      ({ id, status, planName: item, amountCents, since, paid_with, ...order }) => ({
        id,
        ...(order.number !== null && { number: writeOrderNumber(brand, order.number) }),
        status,
        item,
        at: since.toISOString(),
        amount: dollars(amountCents),
        boughtWith: bought.get(paid_with ?? id)?.filter((one) => one.id !== id),
      }),
    ),
    approvals,
    payments: payments.map(({ id, orderId, orderNumber, item, outcome, ...one }) => ({
      id,
      orderId,
      ...(orderNumber && { orderNumber }),
      item,
      outcome,
      at: one.transactionTime,
      amount: one.paymentDetails.finalCheckoutAmount ?? 0,
      card: one.last4DigitCard,
      parts: bought.get(orderId ?? ''),
    })),
    portIns: portIns.map(
      ({ id, msisdn: number, lineId, status, reason, answer, required, canFix }) => ({
        id,
        number,
        ...replacedBy(number, lines.find((line) => line.id === lineId)?.mdn),
        status,
        canFix,
        required: [...required],
        ...(reason && { reason }),
        ...(answer && { answer: { ...answer, at: answer.at.toISOString() } }),
      }),
    ),
    cards: cards.map(({ network, last4Digits: last4, expiry, primaryCard: primary }) => ({
      last4,
      expiry,
      primary,
      network: network ?? 'card',
    })),
    chatId: chat?.id ?? null,
    notes: notes.map(({ id, at, staff: by, text }) => ({ id, by, text, at: at.toISOString() })),
  };
}

const replacedBy = (number: string, own: string | undefined) =>
  own && own !== number ? { replaces: own } : {};

/** Of somebody new, what there is of it. */
const addressOf = (person: Person): string =>
  [streetLine(person), person.city, `${person.state} ${person.zipCode}`.trim()]
    .filter(Boolean)
    .join(', ');

/** @throws No `not_found`, also for another customer's payment */
export const showReceipt = (
  app: App,
  who: Staff,
  { payment }: ParsedInputOf<typeof showReceiptCall>,
): Promise<Document> => downloadReceipt(app, actingFor(who), { id: payment });

export function addNote(
  app: App,
  who: Staff,
  { text }: ParsedInputOf<typeof addNoteCall>,
): Promise<OutputOf<typeof addNoteCall>> {
  const { tenant, customerId } = customerAt(who);
  return app.db.transaction(async (tx) => {
    await store.insertNote(tx, {
      id: app.random.id('not'),
      tenant_id: tenant,
      customer_id: customerId,
      staff: who.name,
      text,
      at: app.clock.now(),
    });
    return told('The note is there for your colleagues.');
  });
}

export const moveCustomer = (
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> => store.moveNotes(tx, tenant, from, to);
