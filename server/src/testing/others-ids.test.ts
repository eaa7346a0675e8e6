import { buyAddOn, keepAddOn, quoteAddOn, stopAddOn } from '@portside/contract/add-ons';
import { confirmPayment, placeOrder, viewOrder } from '@portside/contract/checkout';
import type { Endpoint } from '@portside/contract/endpoint';
import { viewLine } from '@portside/contract/line-detail';
import { setAutopay, setAutopayCards, viewPlannedCharge } from '@portside/contract/autopay';
import { viewLineHealth } from '@portside/contract/line-health';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { endHold, holdLine, viewHold } from '@portside/contract/line-hold';
import { changeRole, giveLine, takeBackLine } from '@portside/contract/household';
import { offerLine, viewHandover, withdrawOffer } from '@portside/contract/line-handover';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { setLocks } from '@portside/contract/line-locks';
import { updateNickname } from '@portside/contract/lines';
import { changeNumber } from '@portside/contract/number-change';
import {
  deleteCard,
  downloadReceipt,
  listCards,
  listTransactions,
  openCardPage,
  printReceipt,
  setPrimaryCard,
  viewCardPage,
  viewTransaction,
} from '@portside/contract/payments';
import { bringNumber, cancelPortIn, updatePortIn, viewPortIn } from '@portside/contract/port-in';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { changePlan, quotePlanChange, undoPlanChange } from '@portside/contract/plan-change';
import { allowPush, endPush, viewPush } from '@portside/contract/push';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { activateSim, viewEsim } from '@portside/contract/sim';
import { sendNewCard } from '@portside/contract/shipping';
import { replaceSim, stopReplacement } from '@portside/contract/sim-replacement';
import { setAlerts, viewAlerts, viewUsage } from '@portside/contract/usage';
import { register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt, Failed, type Caller } from './caller.ts';
import { mesa } from './chatting.ts';
import { guards } from './guards.ts';
import { draftOf } from './porting.ts';
import { cards, fillCart, newcomer, orderOf, orderWhen, paymentToken } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const msisdn = '2125550155';

const street = {
  streetNumber: '120',
  streetName: 'Fulton Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

let app: TestApp;
let noa: Caller;
let strangers: Caller[];
let calls: [name: string, Endpoint, Record<string, unknown>][];

beforeAll(async () => {
  app = await openTestApp();
  noa = await newcomer(app);
  strangers = [await app.as('omar@example.com'), await atMesa()];
  const buy = async (number: string) =>
    noa.call(
      placeOrder,
      orderOf(await fillCart(app), {
        paymentToken: await paymentToken(app, number),
        saveCard: true,
      }),
    );
  const { orderId } = await buy(cards.visa);
  const { line } = await orderWhen(app, noa, orderId, 'active');
  const unconfirmed = await buy(cards.confirms);
  const {
    rows: [charge],
  } = await sql<{ payment_ref: string }>`
    select payment_ref from charges where owner_id = ${unconfirmed.orderId}`.execute(
    app.app.db.query,
  );
  const [card] = (await noa.call(listCards, {})).cards;
  const [transaction] = (await noa.call(listTransactions, {})).transactions;
  const { sessionId } = await noa.call(openCardPage, {});
  const portInId = await draftOf(noa, msisdn);
  const ofLine = { id: line?.id ?? '' };
  const paying = { quoteId: 'quo_1', idempotencyKey: 'somebody-1', cardId: card?.id };
  const ofNumber = { tempSubscriptionId: portInId, msisdn };
  const { publicKey: key } = await noa.call(viewPush, {});
  const made = await app.fetch('/sandbox/push/browsers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const { id: _id, ...browser } = (await made.json()) as Record<string, string>;
  const { browsers } = await noa.call(allowPush, { ...browser, kinds: ['usage'] } as never);
  calls = [
    ['a line', viewLine, ofLine],
    ['autopay of a line', setAutopay, { ...ofLine, on: false }],
    ['the cards for autopay of a line', setAutopayCards, { ...ofLine, secondCardId: null }],
    ['the eSIM of a line', viewEsim, ofLine],
    ['the SIM card of a line', activateSim, { ...ofLine, iccid: '8901410000000000013' }],
    ['the nickname of a line', updateNickname, { ...ofLine, nickname: 'Mine' }],
    ['the health of a line', viewLineHealth, ofLine],
    ['the locks of a line', setLocks, { ...ofLine, number: true }],
    ['the block of a line', blockLine, ofLine],
    ['the end of a block', unblockLine, ofLine],
    ['the 911 address of a line', setEmergencyAddress, { ...ofLine, ...street }],
    ['the price of a renewal', quoteRenewal, ofLine],
    ['what autopay would charge', viewPlannedCharge, ofLine],
    ['a renewal', renewLine, { ...ofLine, ...paying }],
    ['the price of an add-on', quoteAddOn, { ...ofLine, addOnId: 'data-2' }],
    ['an add-on', buyAddOn, { ...ofLine, ...paying }],
    ['the end of an add-on', stopAddOn, { ...ofLine, addOnId: 'data-2' }],
    ['the end of an add-on taken back', keepAddOn, { ...ofLine, addOnId: 'data-2' }],
    ['a new SIM of a line', replaceSim, { ...ofLine, simType: 'esim' }],
    ['another SIM card by mail', sendNewCard, ofLine],
    ['the stop of a SIM change', stopReplacement, ofLine],
    ['the end of a line', endLine, ofLine],
    ['the end of a line taken back', undoEndLine, ofLine],
    ['what a hold costs', viewHold, ofLine],
    ['a hold', holdLine, { ...ofLine, days: 30, costDays: 3 }],
    ['the end of a hold', endHold, ofLine],
    ['whether a line can be handed over', viewHandover, ofLine],
    ['the offer of a line', offerLine, { ...ofLine, email: 'mine@example.com' }],
    ['the end of an offer', withdrawOffer, ofLine],
    ['a line for somebody', giveLine, { ...ofLine, email: 'mine@example.com', role: 'user' }],
    ['another role with a line', changeRole, { ...ofLine, role: 'manager' }],
    ['a line taken back', takeBackLine, { ...ofLine, what: 'line' }],
    ['the usage of a line', viewUsage, ofLine],
    ['the alerts of a line', viewAlerts, ofLine],
    ['new alerts of a line', setAlerts, { ...ofLine, data80: true, data100: true }],
    ['a new number', changeNumber, { ...ofLine, zipCode: '10038' }],
    ['a transfer PIN', openPortOut, ofLine],
    ['the end of a transfer PIN', closePortOut, ofLine],
    ['the price of another plan', quotePlanChange, { ...ofLine, planId: 'skiff-2', when: 'now' }],
    ['a change of plan', changePlan, { ...ofLine, ...paying }],
    ['the end of a change of plan', undoPlanChange, ofLine],
    ['an order', viewOrder, { id: orderId }],
    ['a payment', confirmPayment, { payment: charge?.payment_ref }],
    ['a receipt', viewTransaction, { id: transaction?.id }],
    ['a receipt to print', printReceipt, { id: transaction?.id }],
    ['a receipt to keep', downloadReceipt, { id: transaction?.id }],
    ['a card page', viewCardPage, { sessionId }],
    ['a port-in', viewPortIn, { id: portInId }],
    ['the details of a port-in', updatePortIn, { ...ofNumber, oldService: {} }],
    ['the submit of a port-in', bringNumber, { ...ofNumber, zipCode: '10038', oldService: {} }],
    ['the end of a port-in', cancelPortIn, { id: portInId }],
    ['a primary card', setPrimaryCard, { cardId: card?.id }],
    ['the notices of a browser', endPush, { id: browsers[0]?.id }],
    ['the end of a card', deleteCard, { cardId: card?.id }],
  ];
});
afterAll(() => app.close());

async function atMesa(): Promise<Caller> {
  const anyone = callerAt(app.address, undefined, () => mesa);
  const { token } = await anyone.call(register, {
    firstName: 'Mia',
    lastName: 'Mesa',
    email: 'mia@example.com',
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  return callerAt(app.address, token, () => mesa);
}

async function answersOf(caller: Caller): Promise<Record<string, number>> {
  const answers: [string, number][] = [];
  for (const [name, endpoint, input] of calls) {
    const status = await caller.call(endpoint, input as never).then(
      () => 200,
      (error: unknown) => {
        if (error instanceof Failed) return error.status;
        // A document is no JSON.
        return error instanceof SyntaxError ? 200 : Promise.reject(error);
      },
    );
    answers.push([name, status]);
  }
  return Object.fromEntries(answers);
}

/**
 * In sessions.test.ts and others-fields.test.ts. An offer of a line, and an invitation to one, is whose
 * address it names; whoever leaves a line has it of another account (line-handover/hand-over.test.ts, household/beside-others.test.ts).
 */
const elsewhere = new Set([
  'endSession',
  'removePasskey',
  'placeOrder',
  'acceptHandover',
  'declineHandover',
  'acceptInvitation',
  'declineInvitation',
  'leaveLine',
]);

test('each call that names something of a customer’s is sent here', () => {
  const sent = new Set(calls.map(([, { name }]) => name));
  const named = Object.keys(guards).filter((name) => guards[name]?.owned && !elsewhere.has(name));
  expect([...sent].toSorted()).toEqual(expect.arrayContaining(named));
});

const nowhere = () => Object.fromEntries(calls.map(([name]) => [name, 404]));

test('what is a customer’s is not there for another one, at this brand or at another', async () => {
  for (const stranger of strangers) expect(await answersOf(stranger)).toEqual(nowhere());
});

test('a customer’s own is there, at the brand that it belongs to alone', async () => {
  const { query } = app.app.db;
  const { rows } = await sql<{ customer_id: string; tenant_id: number }>`
    select customer_id, tenant_id from port_ins where msisdn = ${msisdn}`.execute(query);
  const move = async (tenant: number) => {
    const tables =
      'lines orders charges transactions card_setups cards port_ins push_subscriptions'.split(' ');
    for (const name of tables) {
      await sql`update ${sql.table(name)} set tenant_id = ${tenant}
        where customer_id = ${rows[0]?.customer_id}`.execute(query);
    }
  };
  await move(7);
  expect(await answersOf(noa)).toEqual(nowhere());
  await move(rows[0]?.tenant_id ?? 0);
  expect(Object.values(await answersOf(noa))).not.toContain(404);
});
