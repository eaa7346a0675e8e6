import { readFileSync } from 'node:fs';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivationRequest } from '../adapters/carrier/carrier-activations.ts';
import { withoutCapabilities } from '../adapters/carrier/carrier-can.ts';
import type { PortInRequest } from '../adapters/carrier/carrier-port-ins.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { importPlans } from '../plans/plans.ts';
import type { Caller } from '../testing/caller.ts';
import { freshKey } from '../testing/line-life.ts';
import { inTime } from '../testing/passing-time.ts';
import { bring, portInWhen } from '../testing/porting.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
const asked: ActivationRequest[] = [];
/** Until then the carrier does not tell the number. */
let holdsBack = false;
let withheld = 0;
let refuses = false;
const brought: PortInRequest[] = [];

/** A carrier that gives the number with the activation. */
function assigning(opened: CarrierPort): CarrierPort {
  const carrier = withoutCapabilities(opened, 'reserveNumber');
  return {
    ...carrier,
    activate(request) {
      asked.push(request);
      if (!refuses) return carrier.activate(request);
      return Promise.resolve({ kind: 'refused', ref: `no:${request.key}`, reason: 'other' });
    },
    submitPortIn(request) {
      brought.push(request);
      return carrier.submitPortIn(request);
    },
    async viewActivation(ref) {
      const found = await carrier.viewActivation(ref);
      if (!holdsBack || found.kind !== 'active') return found;
      // It works already, and its number is not told yet.
      withheld += 1;
      return { ...found, msisdn: '' };
    },
  };
}

beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: assigning(opened.carrier) }) },
  });
});
afterAll(() => app.close());

async function buy() {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  return { customer, ...(await customer.call(placeOrder, order)) };
}

test('[M07] a line whose number comes with its activation is there without one, and then has it', async () => {
  holdsBack = true;
  const { customer, orderId } = await buy();
  await inTime(app, async () => withheld > 1 || undefined);
  const { line } = await customer.call(viewOrder, { id: orderId });
  expect(line).toMatchObject({ mdn: '', status: 'activating' });
  const { lines } = await customer.call(listLines, {});
  expect(lines).toMatchObject([{ mdn: '', status: 'activating' }]);
  const page = await customer.call(viewLine, { id: lines[0]?.id ?? '' });
  expect(page).toMatchObject({ mdn: '', status: 'activating' });
  holdsBack = false;
  const active = await orderWhen(app, customer, orderId, 'active');
  expect(active.line?.mdn).toMatch(/^\d{10}$/);
  expect(asked.at(-1)).not.toHaveProperty('msisdn');
  const number = (active.line?.mdn ?? '').slice(-4);
  expect((await emailWhen(app, customer.email, /active/)).text).toContain(number);
});

test('[M07] a line that the carrier refuses is refunded, though no number was ever kept', async () => {
  refuses = true;
  const { customer, orderId } = await buy();
  const { status } = await orderWhen(app, customer, orderId, 'refunded');
  expect(status).toBe('refunded');
  refuses = false;
});

test('[M07] the carrier is asked by its own name of a plan, and told who the customer is', async () => {
  const file = new URL('../../../brands/harbor/plans.json', import.meta.url);
  const { plans } = JSON.parse(readFileSync(file, 'utf8')) as { plans: { id: string }[] };
  const mapped = plans.map((plan) => ({ ...plan, carrierPlanId: `pln_of_${plan.id}` }));
  await importPlans(app.app, app.app.brands.first.client.mvnoId, { plans: mapped });
  const { customer, orderId } = await buy();
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(asked.at(-1)).toMatchObject({
    key: line?.id,
    planId: 'pln_of_sloop-12',
    customer: { id: expect.any(String), email: customer.email, language: 'en' },
  });
  // The customer sees our name.
  expect(line?.plan.id).toBe('sloop-12');
  const msisdn = await draftAndBuy(customer, '2125550171');
  expect(brought.at(-1)).toMatchObject({
    msisdn,
    customer: { email: customer.email },
    line: { planId: 'pln_of_sloop-12', key: expect.stringMatching(/^lin_/) },
  });
  expect(brought.at(-1)?.line).not.toHaveProperty('replaces');
  const id = line?.id ?? '';
  const quote = await customer.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const payment = { idempotencyKey: freshKey(), paymentToken: await paymentToken(app, cards.visa) };
  await customer.call(changePlan, { id, quoteId: quote.quoteId, ...payment });
  const msisdnOfLine = line?.mdn ?? '';
  await app.eventually(async () => {
    const plan = await app.adapters.carrier.viewPlan({ msisdn: msisdnOfLine });
    return plan === 'pln_of_skiff-2' || undefined;
  });
});

async function draftAndBuy(customer: Caller, msisdn: string): Promise<string> {
  const { portInId } = await bring(customer, msisdn);
  await portInWhen(app, customer, portInId, 'completed');
  return msisdn;
}
