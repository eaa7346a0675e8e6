import { addressLines } from '@portside/contract/street-address';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { purchaseOf } from '../emails/queue-part.ts';
import { ownerOfRow } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import { numberGoneEmail } from './emails.ts';
import type { OrderKind } from './order-kinds.ts';
import { broughtNumberWords, mailedCardWords, newLineWords } from './new-line-wording.ts';
import { leadIdOf } from './purchase.ts';
import type * as store from './store.ts';
import { sendCodeIfAny } from '../account/confirm-email.ts';
import { viewPerson } from '../account/person.ts';
import { prepareCard, shippingLines } from '../shipping/shipments.ts';
import { takeBackPeriod } from '../lines/periods.ts';
import { keepPromoForLine } from '../promos/using.ts';
import { joinThrough } from '../referrals/friends-code.ts';
import { claimSim } from '../lines/sim-claims.ts';
import {
  bringToLine,
  type BroughtNumber,
  cancelUnsent,
  lockUnsent,
  viewForLine,
} from '../port-in/ordered-number.ts';

export const newLineKind: OrderKind = {
  paid: openLine,
  async returned(app, tx, order) {
    const owner = ownerOfRow(order);
    const line = await lines.findLineOfOrder(tx, owner, order.id);
    if (!line) return;
    const unsent = line.portIn && (await lockUnsent(tx, owner, line.portIn.id));
    // Otherwise its card would bring 30 days that nobody has paid.
    await lines.closeUnbegunLine(app, tx, owner, order.id);
    await takeBackPeriod(app, tx, line.id, order.id);
    // With it the line ends.
    if (unsent) await cancelUnsent(app, tx, unsent);
  },
  async together(_app, tx, order) {
    const { line } = order;
    // Otherwise it works in a moment, and that is the same news.
    const comesLater = line.portInId !== undefined || (await waitsForCard(tx, order));
    return { event: purchaseOf(leadIdOf(order)), isLast: comesLater };
  },
  words: newLineWords,
  async wordsFor(db, order) {
    if (await waitsForCard(db, order)) return mailedCardWords;
    if (order.line.portInId === undefined) return newLineWords;
    const line = await lines.findLineOfOrder(db, ownerOfRow(order), order.id);
    return line?.portIn ? broughtNumberWords : newLineWords;
  },
};

/** An eSIM and a card that was there when it was ordered never do. */
const waitsForCard = async (db: Query, order: store.OrderRow): Promise<boolean> =>
  mayBeMailed(order.line) && lines.waitsForCard(db, ownerOfRow(order), order.id);

const mayBeMailed = ({ simType, iccid }: Pick<store.OrderedLine, 'simType' | 'iccid'>) =>
  simType === 'physical' && iccid === '';

/** False when another order with this SIM was paid first. */
async function openLine(app: App, tx: Tx, order: store.OrderRow): Promise<boolean> {
  const { quote, line, tenant_id: tenant } = order;
  const owner = ownerOfRow(order);
  const asked = line.portInId && (await viewForLine(tx, owner, line.portInId));
  const brings = asked && !asked.gone ? asked : undefined;
  if (line.iccid && !(await claimSim(tx, tenant, line.iccid))) return false;
  const sim = { simType: line.simType, iccid: await simOf(tx, order, brings), imei: line.imei };
  const isMailed = mayBeMailed(sim);
  const { orderTotal, discountAmount } = quote.amounts;
  const { months = 1, monthCents = orderTotal } = quote.term ?? {};
  const lineId = await lines.openLine(app, tx, owner, {
    orderId: order.id,
    plan: { id: quote.planId, retailName: quote.planName, flag: quote.planFlag },
    planCents: monthCents,
    planPaidCents: orderTotal - discountAmount,
    months,
    zipCode: quote.zipCode,
    ...(line.address && { address: line.address }),
    ...(line.subscriber && { subscriber: line.subscriber }),
    ...sim,
    waitsForCard: isMailed,
    ...(brings && { brings }),
    ...(line.keptNumber && { keptNumber: line.keptNumber }),
  });
  if (quote.promoCode !== '') await keepPromoForLine(tx, order.id, lineId);
  if (quote.friendCode) await joinThrough(app, tx, { orderId: order.id, lineId });
  if (isMailed) await mailCard(app, tx, order, lineId);
  if (brings) await bringToLine(app, tx, owner, brings.portInId, { id: lineId, ...sim });
  const brand = app.brands.byTenant(tenant);
  const person = await viewPerson(tx, owner);
  // Begun with the address alone: paid is when it is confirmed.
  if (!person.emailVerified && !person.hasPassword) {
    // Of several lines the first one’s: within a minute no other one is sent.
    await sendCodeIfAny(app, tx, { tenant, brand }, person);
  }
  if (asked && asked.gone) {
    const gone = numberGoneEmail(brand, person, asked.msisdn);
    await queueEmail(app, tx, brand, person.email, gone);
  }
  return true;
}

/** The order's card, or the one named with the number. */
async function simOf(
  tx: Tx,
  { line, tenant_id: tenant }: store.OrderRow,
  brings: BroughtNumber | undefined,
): Promise<string> {
  if (line.iccid || line.simType !== 'physical' || !brings?.iccid) return line.iccid;
  return (await claimSim(tx, tenant, brings.iccid)) ? brings.iccid : '';
}

async function mailCard(app: App, tx: Tx, order: store.OrderRow, lineId: string): Promise<void> {
  const { line, tenant_id: tenant } = order;
  const person = await viewPerson(tx, ownerOfRow(order));
  const { firstName, lastName } = line.subscriber ?? person;
  await prepareCard(app, tx, {
    tenant,
    lineId,
    recipient: `${firstName} ${lastName}`.trim(),
    address: line.shipping ? shippingLines(line.shipping) : addressLines(line.address ?? person),
  });
}
