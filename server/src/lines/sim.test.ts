import { listLines } from '@portside/contract/lines';
import { parseLpa } from '@portside/contract/lpa';
import { activateSim, checkDevice, checkSim, viewEsim } from '@portside/contract/sim';
import { stepUp } from '@portside/contract/sign-in';
import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import { advance } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { receiveNumber } from './incoming-number.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const ready =
  "Your existing SIM card is all set for porting. No new SIM card is required, and you're ready to proceed with the next steps.";
const needed = "Your porting requires a new SIM card. No action needed; we'll handle it for you!";

test.each([
  ['8901410000000000013', true],
  ['89014100000000000020', true],
  ['89012800000000000043', true],
  ['89010300000000000067', true],
  ['8901260000000000030', false],
  ['8914800000000000055', false],
])(
  '[G05] [G06] the SIM %s: the carrier’s card is %s, and the sentence says it',
  async (iccid, ours) => {
    expect(await app.anyone.call(checkSim, { iccid })).toEqual({
      iccid,
      isCarrierSim: ours,
      newSimRequired: !ours,
      inUse: false,
      message: ours ? ready : needed,
    });
  },
);

test('[G06] [H22] a SIM number is cleaned, and a mistyped one is warned about, not refused', async () => {
  const spaced = await app.anyone.call(checkSim, { iccid: '8901 4100-0000 0000 013F' });
  expect(spaced).toMatchObject({ iccid: '8901410000000000013', message: ready });
  const mistyped = await app.anyone.call(checkSim, { iccid: '8901410000000000014' });
  expect(mistyped).toMatchObject({ isCarrierSim: true, message: ready });
  expect(mistyped.warning).toMatch(/typo/);
  const foreign = await app.anyone.call(checkSim, { iccid: '1234567890123456789' });
  expect(foreign.warning).toMatch(/start with 89/);
  const used = await app.anyone.call(checkSim, { iccid: '8901410000000000039' });
  expect(used).toMatchObject({
    inUse: true,
    message: 'This SIM is already in use. Check the number, or contact us.',
  });
});

test('[H21] [H22] wrong SIM and IMEI numbers have their sentences', async () => {
  const errorsOf = async (endpoint: typeof checkSim | typeof checkDevice, input: object) =>
    (await app.anyone.refusal(endpoint, input as Record<string, unknown>)).problem.errors;
  expect(await errorsOf(checkSim, {})).toEqual([
    { field: 'simNumber', message: 'Please enter sim number' },
  ]);
  expect(await errorsOf(checkSim, { iccid: '8901' })).toEqual([
    { field: 'simNumber', message: 'sim number should be 18-22 digits' },
  ]);
  expect(await errorsOf(checkDevice, { imei: '' })).toEqual([
    { field: 'imei', message: 'Please enter IMEI' },
  ]);
  expect(await errorsOf(checkDevice, { imei: '35' })).toEqual([
    { field: 'imei', message: 'IMEI should be 15 digits' },
  ]);
});

test.each([
  ['350000000000014', { compatible: true, esim: true }, /can use an eSIM/],
  ['350000010000013', { compatible: true, esim: false }, /needs a SIM card/],
  [
    '350000020000012',
    { compatible: false, locked: true },
    /^This phone is locked to another carrier\. Ask them to unlock it first\.$/,
  ],
  [
    '350000030000011',
    { compatible: false, blocked: true },
    /^This phone was reported lost or stolen and can’t be activated\.$/,
  ],
])('the phone %s: %j', async (imei, facts, sentence) => {
  const answer = await app.anyone.call(checkDevice, { imei });
  expect(answer).toMatchObject({ tac: imei.slice(0, 8), ...facts });
  expect(answer.message).toMatch(sentence);
  const mistyped = await app.anyone.call(checkDevice, { imei: '350000000000015' });
  expect(mistyped.warning).toMatch(/typo/);
});

test('an eSIM’s code is shown to its proven owner, and masked once it is installed', async () => {
  const customer = await newcomer(app);
  const elsewhere = await app.as(customer.email, 'Anchor7!');
  // A login is a proof too, for ten minutes.
  app.clock.move(minutes(11));
  const { orderId } = await customer.call(
    placeOrder,
    orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) }),
  );
  const { line } = await orderWhen(app, customer, orderId, 'active');
  const { id = '', mdn = '' } = line ?? {};
  expect((await elsewhere.refusal(viewEsim, { id })).problem.reason).toBe('proof_required');
  await elsewhere.call(stepUp, { password: 'Anchor7!' });
  const esim = await app.eventually(async () => {
    const found = await elsewhere.call(viewEsim, { id });
    return found.state === 'ready' ? found : undefined;
  });
  expect(parseLpa(esim.activationCode)).toMatchObject({
    smdpAddress: esim.smdpAddress,
    matchingId: esim.matchingId,
  });
  expect(esim.masked).toBe(false);
  expect(esim.installUrls?.ios).toContain(esim.activationCode);
  await advance(app, mdn);
  await advance(app, mdn);
  // The carrier tells of it by a notice, and the line's card learns it without looking at the code.
  await app.eventually(async () => {
    const { lines } = await elsewhere.call(listLines, {});
    return /installed|enabled/.test(lines[0]?.esim ?? '') || undefined;
  });
  const installed = await elsewhere.call(viewEsim, { id });
  expect(installed).toMatchObject({
    state: 'installed',
    masked: true,
    matchingId: '',
    installUrls: null,
  });
  expect(JSON.stringify(installed)).not.toContain(esim.matchingId);
  const maya = await app.as('maya@example.com');
  await maya.call(stepUp, { password: 'Harbor1!' });
  expect((await maya.refusal(viewEsim, { id })).status).toBe(404);
});

test('an eSIM that was installed long ago is masked, and no SIM card can be activated on its line', async () => {
  const maya = await app.as('maya@example.com');
  await maya.call(stepUp, { password: 'Harbor1!' });
  const { lines } = await maya.call(listLines, {});
  const id = lines[0]?.id ?? '';
  expect(await maya.call(viewEsim, { id })).toMatchObject({ state: 'enabled', masked: true });
  const iccid = '8901410000000000013';
  expect((await maya.refusal(activateSim, { id, iccid })).problem.reason).toBe('no_card');
  const lee = await app.as('lee@example.com');
  expect((await lee.refusal(activateSim, { id, iccid })).status).toBe(404);
});

test('a line that gets another eSIM does not show how the one before stood', async () => {
  const noa = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const { orderId } = await noa.call(placeOrder, orderOf(cart, { paymentToken: token }));
  const { line } = await orderWhen(app, noa, orderId, 'active');
  const id = line?.id ?? '';
  await noa.call(viewEsim, { id });
  const shown = async () => (await noa.call(listLines, {})).lines[0];
  expect((await shown())?.esim).toBeDefined();
  const { rows } = await sql<{ tenant_id: number; customer_id: string }>`
    select tenant_id, customer_id from lines where id = ${id}`.execute(app.app.db.query);
  const owners = rows.map((row) => ownerOfRow(row));
  const arrived = { msisdn: '2125550177', iccid: '8901410000000000591' };
  await app.app.db.transaction(async (tx) => {
    for (const owner of owners) await receiveNumber(app.app, tx, owner, id, arrived);
  });
  expect(await shown()).toMatchObject({ iccid: arrived.iccid, mdn: arrived.msisdn });
  expect(await shown()).not.toHaveProperty('esim');
});

test('a database in which lines share a SIM comes up: the working line keeps it, the other stops', async () => {
  const { query } = app.app.db;
  await sql`drop index lines_one_sim`.execute(query);
  const iccid = '8901410000000000708';
  await sql`update lines set iccid = ${iccid} where mdn in ('2125550101', '3125550102')`.execute(
    query,
  );
  const migration = '../../migrations/2026-11-22-220-lines-one-sim.ts';
  const { up } = (await import(migration)) as { up: (db: Query) => Promise<void> };
  await up(query);
  const { rows } = await sql<{ mdn: string; status: string; iccid: string }>`
    select mdn, status, iccid from lines where mdn in ('2125550101', '3125550102') order by mdn`.execute(
    query,
  );
  expect(rows).toEqual([
    { mdn: '2125550101', status: 'active', iccid },
    { mdn: '3125550102', status: 'suspended', iccid: '' },
  ]);
});
