import { placeOrder } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import type { PortInStatus } from '@portside/contract/lines';
import {
  bringNumber,
  checkPortIn,
  listPortIns,
  viewPortIn,
  type PortIn,
} from '@portside/contract/port-in';
import { sql } from 'kysely';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import type { Caller } from './caller.ts';
import { inTime } from './passing-time.ts';
import { cards, fillCart, orderOf, paymentToken } from './shopping.ts';
import type { TestApp } from './test-app.ts';

/** Details that the old carrier has on file, unless the number says otherwise. */
export const oldService = { billingAccountNumber: '998877665', billingAccountPassword: '4321' };

/** The draft of a number that is eligible. */
export async function draftOf(caller: Caller, msisdn: string, zipCode = '10038'): Promise<string> {
  const answer = await caller.call(checkPortIn, { msisdn, zipCode });
  if (!answer.tempSubscriptionId) throw new Error(`${msisdn} is not eligible: ${answer.reason}`);
  return answer.tempSubscriptionId;
}

/** Buys a plan for a number that was checked; its details come later, unless they are kept. */
export async function buyPlanFor(
  caller: Caller,
  msisdn: string,
  tempSubscriptionId: string,
  change: Partial<InputOf<typeof placeOrder>> = {},
) {
  const shop = {
    anyone: caller,
    fetch: (path: string, init?: RequestInit) => fetch(`${caller.address}${path}`, init),
  };
  const order = orderOf(await fillCart(shop), {
    paymentToken: await paymentToken(shop, cards.visa),
    portIn: { tempSubscriptionId, msisdn, zipCode: '10038' },
    ...change,
  });
  return caller.call(placeOrder, order);
}

/** Its customer has turned the number lock off: the number may be replaced, changed, or leave. */
export async function unlockNumber(app: TestApp, lineId: string): Promise<void> {
  const at = app.clock.now();
  await sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    select id, tenant_id, ${at}, true from lines where id = ${lineId}
    on conflict (line_id) do update set number_off_at = ${at}, carrier_off = true`.execute(
    app.app.db.query,
  );
}

/** Checks a number and brings it, with the usual details: to the line named, or to one just bought. */
export async function bring(
  caller: Caller,
  msisdn: string,
  change: Partial<InputOf<typeof bringNumber>> = {},
) {
  const tempSubscriptionId = change.tempSubscriptionId ?? (await draftOf(caller, msisdn));
  const input = { msisdn, zipCode: '10038', oldService, ...change, tempSubscriptionId };
  if (!change.lineId) await ensureLine(caller, msisdn, tempSubscriptionId);
  return caller.call(bringNumber, input);
}

async function ensureLine(caller: Caller, msisdn: string, id: string): Promise<void> {
  const { portIns } = await caller.call(listPortIns, {});
  if (!portIns.some((one) => one.id === id && one.lineId)) await buyPlanFor(caller, msisdn, id);
}

/** The port-in once it has come to one of these states; no time is lost while it waits. */
export function portInWhen(
  app: TestApp,
  caller: Caller,
  id: string,
  ...statuses: PortInStatus[]
): Promise<PortIn> {
  return inTime(app, async () => {
    const portIn = await caller.call(viewPortIn, { id });
    return statuses.includes(portIn.status) ? portIn : undefined;
  });
}

async function control(app: TestApp, verb: string, body: object) {
  const answer = await app.fetch(`/sandbox/carrier/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

export const advance = (app: TestApp, msisdn: string) => control(app, 'advance', { msisdn });
export const breakCarrier = (app: TestApp, mode: 'down' | 'slow' | 'none') =>
  control(app, 'break', { mode });

/** A carrier that learns that a SIM is in use when it activates it, not when it is asked. */
export const learnsLate = (carrier: CarrierPort): CarrierPort => ({
  ...carrier,
  checkSim: async (iccid) => ({ ...(await carrier.checkSim(iccid)), inUse: false }),
});

/** The order of a plan for a number, with the old carrier's details. */
export async function orderFor(
  app: TestApp,
  caller: Caller,
  msisdn: string,
): Promise<InputOf<typeof placeOrder>> {
  const tempSubscriptionId = await draftOf(caller, msisdn);
  const portIn = { tempSubscriptionId, msisdn, zipCode: '10038', oldService };
  return orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    portIn,
  });
}

/** Buys a plan for a number: once the order is paid the number is sent for. */
export async function buyFor(
  app: TestApp,
  caller: Caller,
  msisdn: string,
  change: Partial<InputOf<typeof placeOrder>> = {},
): Promise<{ orderId: string; portInId: string }> {
  const order = { ...(await orderFor(app, caller, msisdn)), ...change };
  const { orderId } = await caller.call(placeOrder, order);
  return { orderId, portInId: order.portIn?.tempSubscriptionId ?? '' };
}
