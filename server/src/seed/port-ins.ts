import { sandboxCarrier } from '../adapters/carrier/sandbox/carrier.ts';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';
import { settingsOf } from '../settings/adapter-settings.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Brand } from '../brands/brands.ts';
import { ownerOfRow } from '../http/who.ts';
import { seedWaitingLine } from './lines.ts';
import { type DemoBills, demoBills, seedPayment } from './payments.ts';
import { recordRejected } from '../port-in/operator-actions.ts';

const ines = { id: 'prt_seed_ines', msisdn: '2125550190', zipCode: '10038' };
const details = {
  accountNumber: '100200300',
  pin: '482913',
  firstName: 'Ines',
  lastName: 'Moreau',
  sim: { simType: 'esim' as const },
};
const LONG_AGO = minutes(95);

/** Undefined with a real carrier. */
export type RejectedPortIn =
  | (Extract<CarrierPortIn, { kind: 'rejected' }> & { bills: DemoBills })
  | undefined;

export async function rejectPortIn(app: App, brand: Brand): Promise<RejectedPortIn> {
  if (settingsOf(app.config.adapters, brand.id).carrier.kind !== 'sandbox') return undefined;
  const clock = { now: () => later(app.clock.now(), -LONG_AGO) };
  const { sim, ...account } = details;
  const { firstName, lastName } = account;
  const asked = await sandboxCarrier({ ...app, clock }).submitPortIn({
    key: `${ines.id}:1`,
    customer: { id: ines.id, email: 'ines@example.com', firstName, lastName, language: 'en' },
    msisdn: ines.msisdn,
    zipCode: ines.zipCode,
    oldAccount: account,
    subscriber: { firstName, lastName },
    sim,
  });
  if (asked.kind === 'not_created') throw new Error(`The seed has no port-in: ${asked.reason}`);
  const answer = await app.adapters.of(brand.client.mvnoId).carrier.viewPortIn(asked.ref);
  const bills = await demoBills(app, brand, ines.zipCode);
  return answer.kind === 'rejected' ? { ...answer, bills } : undefined;
}

/** Ines has a paid line that waits for her number; her account number was wrong. */
export async function seedPortIn(
  app: App,
  tx: Tx,
  brand: Brand,
  customerId: string,
  answer: RejectedPortIn,
): Promise<void> {
  if (!answer) return;
  const { bills, ...rejected } = answer;
  const submittedAt = later(app.clock.now(), -LONG_AGO);
  const { id: portInId, msisdn, zipCode } = ines;
  const line = { zipCode, since: submittedAt, brings: { portInId, msisdn } };
  const lineId = await seedWaitingLine(app, tx, brand, customerId, line);
  await seedPayment(app, tx, brand, customerId, {
    at: submittedAt,
    card: { network: 'visa', last4Digits: '4242' },
    first: true,
    successful: true,
    bills,
  });
  await recordRejected(app, tx, {
    ...ines,
    owner: ownerOfRow({ tenant_id: brand.client.mvnoId, customer_id: customerId }),
    lineId,
    details,
    oldCarrier: 'verizon',
    submittedAt,
    answer: rejected,
    answeredAt: later(submittedAt, minutes(4)),
  });
}
