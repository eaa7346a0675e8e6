import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { setAutopayCards } from '@portside/contract/autopay';
import { placeOrder } from '@portside/contract/checkout';
import type { Endpoint } from '@portside/contract/endpoint';
import { deleteCard, listCards } from '@portside/contract/payments';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { bringNumber } from '@portside/contract/port-in';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { listPasskeys, removePasskey } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLine } from '../seed/lines.ts';
import type { Caller } from './caller.ts';
import { guards } from './guards.ts';
import { freshKey, withLine } from './line-life.ts';
import { draftOf } from './porting.ts';
import { secondSteps } from './second-steps.ts';
import { fillCart, newcomer, orderOf } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let noas: { cardId: string; lineId: string };
/** Somebody else, who has a line that could be paid for. */
let omar: Caller & { email: string };
let id: string;
beforeAll(async () => {
  app = await openTestApp();
  const { noa, line } = await withLine(app);
  const [card] = (await noa.call(listCards, {})).cards;
  noas = { cardId: card?.id ?? '', lineId: line.id };
  omar = await newcomer(app);
  const { rows } = await sql<{ id: string }>`
    select id from customers where email = ${omar.email}`.execute(app.app.db.query);
  const brand = app.app.brands.first;
  const seeded = { mdn: '2125550166', zipCode: '10038', daysAgo: 25 };
  id = await app.app.db.transaction((tx) =>
    seedLine(app.app, tx, brand, rows[0]?.id ?? '', seeded),
  );
});
afterAll(() => app.close());

const pays = (quoteId: string) => ({
  id,
  quoteId,
  idempotencyKey: freshKey(),
  cardId: noas.cardId,
});

/** Everything else is the caller's own: only this field is another customer's. */
const fields: Readonly<Record<string, () => Promise<[Endpoint, Record<string, unknown>]>>> = {
  'placeOrder.cardId': async () => [
    placeOrder,
    orderOf(await fillCart(app), { cardId: noas.cardId }),
  ],
  'renewLine.cardId': async () => [
    renewLine,
    pays((await omar.call(quoteRenewal, { id })).quoteId),
  ],
  'buyAddOn.cardId': async () => [
    buyAddOn,
    pays((await omar.call(quoteAddOn, { id, addOnId: 'data-2' })).quoteId),
  ],
  'changePlan.cardId': async () => [
    changePlan,
    pays(
      (await omar.call(quotePlanChange, { id, planId: 'clipper-unlimited', when: 'now' })).quoteId,
    ),
  ],
  'setAutopayCards.cardId': async () => [setAutopayCards, { id, cardId: noas.cardId }],
  'setAutopayCards.secondCardId': async () => [setAutopayCards, { id, secondCardId: noas.cardId }],
  'deleteCard.primaryCardId': async () => [
    deleteCard,
    { cardId: noas.cardId, primaryCardId: noas.cardId },
  ],
  'bringNumber.lineId': async () => {
    const msisdn = '2125550156';
    const tempSubscriptionId = await draftOf(omar, msisdn);
    return [
      bringNumber,
      { tempSubscriptionId, msisdn, zipCode: '10038', oldService: {}, lineId: noas.lineId },
    ];
  },
};

test('the passkey of another customer is not there to be removed', async () => {
  const { addDevice, confirmed } = secondSteps(() => app);
  const noa = await confirmed();
  await addDevice(noa);
  const [passkey] = (await noa.call(listPasskeys, {})).passkeys;
  const { status } = await omar.refusal(removePasskey, { id: passkey?.id });
  expect(status).toBe(404);
  expect((await noa.call(listPasskeys, {})).passkeys).toHaveLength(1);
});

const notTheirs: unknown[] = ['unknown_card', 'not_found'];

test.each(Object.entries(fields))('%s of another customer is not there', async (_name, make) => {
  const [endpoint, input] = await make();
  const { status, problem } = await omar.refusal(endpoint, input);
  expect([404, 422]).toContain(status);
  expect(notTheirs).toContain(problem.reason ?? problem.code);
});

test('each field beside a call’s first that names something of a customer is sent above', () => {
  const beside = Object.entries(guards).flatMap(([name, { owned = [] }]) =>
    owned
      .filter((field) => owned.indexOf(field) > 0 || name === 'placeOrder')
      .map((field) => `${name}.${field}`),
  );
  expect(Object.keys(fields).toSorted()).toEqual(beside.toSorted());
});
