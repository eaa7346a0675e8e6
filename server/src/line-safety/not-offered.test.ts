import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { placeOrder } from '@portside/contract/checkout';
import { viewCoverage } from '@portside/contract/coverage';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { blockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { viewLineHealth } from '@portside/contract/line-health';
import { setLocks } from '@portside/contract/line-locks';
import { listLines } from '@portside/contract/lines';
import { changeNumber } from '@portside/contract/number-change';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { bringNumber, cancelPortIn, viewPortIn } from '@portside/contract/port-in';
import { openPortOut } from '@portside/contract/port-out';
import { replaceSim } from '@portside/contract/sim-replacement';
import { checkDevice } from '@portside/contract/sim';
import { stepUp } from '@portside/contract/sign-in';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  carrierCapabilities,
  NotOffered,
  verbsOf,
  withoutCapabilities,
} from '../adapters/carrier/carrier-can.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { ownerOfRow } from '../http/who.ts';
import { makeSafe } from './make-safe.ts';
import { freshKey, passHours, withLine } from '../testing/line-life.ts';
import { bring, draftOf, oldService, portInWhen } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { endLine, liftSuspension, suspendLine } from '../lines/suspension.ts';

let app: TestApp;
/** Verbs that were asked for all the same. */
const wrongly: string[] = [];

/** A carrier that only does what every carrier does. */
function smallest(opened: CarrierPort): CarrierPort {
  // Its customers have eSIMs; the next test is about one without.
  const lacking = carrierCapabilities.filter((one) => one !== 'esim');
  const carrier = withoutCapabilities(opened, ...lacking);
  const optional = lacking.flatMap((one) => verbsOf[one]);
  const watched = optional.map((verb) => [
    verb,
    () => {
      wrongly.push(verb);
      throw new NotOffered(verb);
    },
  ]);
  return { ...carrier, ...Object.fromEntries(watched) } as CarrierPort;
}

beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: smallest(opened.carrier) }) },
  });
});
afterAll(() => app.close());

const notOffered = 'Our network doesn’t offer this. Please contact us if you need it.';

test('[M07] what the carrier does not offer is refused in a plain sentence, and the carrier is not asked', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await noa.call(stepUp, { password: 'Anchor7!' });
  const address = {
    streetNumber: '1',
    streetName: 'Main',
    city: 'Reno',
    state: 'NV',
    zipCode: '89501',
  };
  const paying = { idempotencyKey: freshKey(), quoteId: 'q', paymentToken: 't' };
  const asked = [
    noa.refusal(blockLine, { id }),
    noa.refusal(setLocks, { id, number: true }),
    noa.refusal(changeNumber, { id, zipCode: '94105' }),
    noa.refusal(openPortOut, { id }),
    noa.refusal(replaceSim, { id, simType: 'esim' }),
    noa.refusal(setEmergencyAddress, { id, ...address }),
    noa.refusal(quotePlanChange, { id, planId: 'skiff-2', when: 'now' }),
    noa.refusal(changePlan, { id, ...paying }),
    noa.refusal(quoteAddOn, { id, addOnId: 'data-2' }),
    noa.refusal(buyAddOn, { id, ...paying }),
    noa.refusal(checkDevice, { imei: '350000000000014' }),
  ];
  for (const { status, problem } of await Promise.all(asked)) {
    expect([status, problem.reason, problem.message]).toEqual([422, 'not_offered', notOffered]);
  }
  const { locks } = await noa.call(viewLine, { id });
  expect(locks).toEqual({ sim: { on: true }, number: { on: false } });
  expect((await noa.call(viewLineHealth, { id })).complete).toBe(true);
  expect((await noa.call(viewUsage, { id })).meters).toEqual(expect.any(Array));
  const { network } = await app.anyone.call(viewCoverage, { zipCode: '10038' });
  expect(network).toBe('unknown');
  expect(wrongly).toEqual([]);
});

test('[M07] without its checks the shop still sells, also a number’s move, which cannot be canceled once it is sent', async () => {
  const noa = await newcomer(app);
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    imei: '350000000000014',
  });
  const { orderId } = await noa.call(placeOrder, order);
  const { line } = await orderWhen(app, noa, orderId, 'active');
  expect(line?.mdn).toMatch(/^\d{10}$/);
  const { portInId } = await bring(noa, '2125550194');
  const sent = await portInWhen(app, noa, portInId, 'pending', 'delayed');
  expect(sent.canCancel).toBe(false);
  const { problem } = await noa.refusal(cancelPortIn, { id: portInId });
  expect(problem.reason).toBe('not_offered');
  expect(await noa.call(viewPortIn, { id: portInId })).toMatchObject({ cancelAsked: false });
  expect(wrongly).toEqual([]);
});

test('[M07] a number comes to a new line only, where the carrier changes no numbers', async () => {
  const { noa, line } = await withLine(app);
  const msisdn = '2125550152';
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const input = { msisdn, zipCode: '10038', tempSubscriptionId, oldService };
  const { problem } = await noa.refusal(bringNumber, { ...input, lineId: line.id });
  expect(problem).toMatchObject({
    reason: 'not_offered',
    message: 'On our network you can only bring a number to a new line. Choose a plan for it.',
  });
  expect(await noa.call(viewPortIn, { id: tempSubscriptionId })).toMatchObject({ lineId: null });
  const { portInId } = await bring(noa, msisdn, { tempSubscriptionId });
  await portInWhen(app, noa, portInId, 'completed');
});

test('[M07] what the product does by itself leaves out what the carrier does not offer', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const { db } = app.app;
  await db.transaction((tx) => suspendLine(app.app, tx, id, 'unpaid'));
  // Usage is read, port-outs are looked for, and the carrier is told of the pause.
  await passHours(app, 5);
  expect(await noa.call(viewLine, { id })).toMatchObject({ status: 'suspended' });
  expect(await app.adapters.carrier.viewLine({ msisdn: mdn })).toBe('active');
  const { lines } = await noa.call(listLines, {});
  const { rows } = await sql<{ tenant_id: number; customer_id: string }>`
    select tenant_id, customer_id from lines where id = ${lines[0]?.id}`.execute(db.query);
  await makeSafe(app.app, ownerOfRow(rows[0] ?? { tenant_id: 0, customer_id: '' }), 'denied');
  await db.transaction((tx) => liftSuspension(app.app, tx, id, 'unpaid'));
  await app.eventually(
    async () => (await noa.call(viewLine, { id })).status === 'active' || undefined,
  );
  await db.transaction((tx) => endLine(app.app, tx, id));
  await app.eventually(
    async () => (await app.adapters.carrier.viewLine({ msisdn: mdn })) === 'released' || undefined,
  );
  expect(wrongly).toEqual([]);
});
