import { readFileSync } from 'node:fs';
import { confirmEmail } from '@portside/contract/account';
import { listLines, type PortInStatus } from '@portside/contract/lines';
import { viewLine } from '@portside/contract/line-detail';
import { resubmitPortIn, viewPortIn } from '@portside/contract/port-in';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { viewEsim } from '@portside/contract/sim';
import { login, register, stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlans } from '../plans/plans.ts';
import type { Caller } from '../testing/caller.ts';
import { type GigsBrand, openGigsBrand } from '../testing/gigs/brand.ts';
import { nextCode } from '../testing/mailbox.ts';
import { bring } from '../testing/porting.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';

let brand: GigsBrand;
let app: GigsBrand['app'];
let project: GigsBrand['project'];
let server: GigsBrand['server'];
let shop: GigsBrand['shop'];
let work: GigsBrand['work'];
let buys: GigsBrand['buys'];
let buyLine: GigsBrand['buyLine'];

beforeAll(async () => {
  brand = await openGigsBrand();
  ({ app, project, server, shop, work, buys, buyLine } = brand);
});
afterAll(() => brand.close());

test('[M07] a brand with a project at Gigs sells a line, which is active once Gigs says so', async () => {
  const { buyer, planId, line } = await buys('buyer@at-gigs.example');
  const [subscription] = project.has.subscriptions;
  expect(subscription).toMatchObject({
    status: 'active',
    plan: { id: planId },
    user: { email: 'buyer@at-gigs.example', fullName: 'Noa Newcomer' },
  });
  expect(`+1${line.mdn}`).toBe(subscription?.phoneNumber);
  const address = project.has.addresses.find((one) => one.id === subscription?.userAddress);
  expect(address).toMatchObject({ line1: '120 Fulton Street', postalCode: '10038', country: 'US' });
  const esim = await app.eventually(async () => {
    const found = await buyer.call(viewEsim, { id: line.id });
    return found.activationCode ? found : undefined;
  });
  expect(esim.activationCode).toMatch(/^LPA:1\$smdp\.gigs\.example\$/);
});

test('[M07] a line that a second account of an address bought comes by Gigs, also to its owner', async () => {
  const email = 'twice@at-gigs.example';
  const owner = await newcomer(shop, email);
  await owner.call(confirmEmail, { otp: await nextCode(app, email, /Confirm/) });
  await buyLine(owner);
  const activeOf = (caller: Caller, count: number) =>
    app.eventually(async () => {
      await work();
      const { lines } = await caller.call(listLines, {});
      return lines.filter((one) => one.status === 'active').length === count || undefined;
    });
  await activeOf(owner, 1);

  const { token } = await shop.anyone.call(register, {
    firstName: 'Noa',
    lastName: 'Again',
    email,
    regPassword: 'Seagull7!',
    confirmRegPassword: 'Seagull7!',
  });
  const again = shop.with(token);
  await buyLine(again);
  await activeOf(again, 1);

  const before = project.has.subscriptions.length;
  server.fail(/^POST \/subscriptions$/, 'lost');
  await buyLine(again);
  await app.eventually(async () => project.has.subscriptions.length > before || undefined);
  const otp = await nextCode(app, email, /already have a Mesa/);
  const joined = await again.call(confirmEmail, { otp });
  await activeOf(shop.with(joined.token ?? ''), 3);
  expect(project.has.subscriptions).toHaveLength(before + 1);
});

test('[M07] a line whose plan had the wrong id at Gigs is sold once the operator sets the right one', async () => {
  const file = new URL('../../../brands/mesa/plans.json', import.meta.url);
  const { plans } = JSON.parse(readFileSync(file, 'utf8')) as { plans: { id: string }[] };
  const name = (end: string) =>
    importPlans(app.app, app.app.brands.byId('mesa')?.client.mvnoId ?? 0, {
      plans: plans.map((plan) => ({ ...plan, carrierPlanId: `pln_${end}_${plan.id}` })),
    });
  for (const { id } of plans) project.addPlan(`pln_right_${id}`);
  await name('wrong');
  const buyer = await newcomer(shop, 'wrongly@at-gigs.example');
  const asked = server.requests.length;
  await buyLine(buyer);
  await app.eventually(async () => {
    await work();
    const since = server.requests.slice(asked).map(({ line }) => line);
    return since.some((line) => line.includes('/plans/pln_wrong')) || undefined;
  });
  await name('right');
  await app.eventually(async () => {
    await work();
    const { lines } = await buyer.call(listLines, {});
    return lines.some((one) => one.status === 'active') || undefined;
  });
});

test('[M07] a number comes to a new line by Gigs, with what the old carrier asks for', async () => {
  const buyer = await newcomer(shop, 'bringer@at-gigs.example');
  const number = project.newNumber();
  project.incoming.set(number, {
    required: ['accountNumber', 'accountPin'],
    rightAccount: '111222333',
  });
  const sent = await bring(buyer, number.slice(2));
  const standing = (status: PortInStatus) =>
    app.eventually(async () => {
      await work();
      const found = await buyer.call(viewPortIn, { id: sent.portInId });
      return found.status === status ? found : undefined;
    });
  expect((await standing('action_needed')).reason).toBe('account_number');
  const oldService = { billingAccountNumber: '111222333' };
  await buyer.call(resubmitPortIn, { msisdn: number.slice(2), oldService });
  await standing('completed');
  const [porting] = project.has.portings;
  expect(porting).toMatchObject({
    status: 'completed',
    declinedAttempts: 1,
    accountNumber: '111222333',
  });
  expect(project.has.subscriptions[0]?.phoneNumber).toBe(number);
});

const issued = () =>
  app.eventually(async () => {
    await work();
    return project.has.portOuts[0]?.status === 'issued' || undefined;
  });

test('[K16] [M07] a number leaves with the transfer PIN that Gigs makes', async () => {
  const email = 'leaver@at-gigs.example';
  const { buyer, line } = await buys(email);
  const { id } = line;
  await buyer.call(stepUp, { password: 'Anchor7!' });
  const reason = async (
    endpoint: typeof openPortOut | typeof closePortOut,
    of: Pick<typeof buyer, 'refusal'> = buyer,
  ) => (await of.refusal(endpoint, { id })).problem.reason;
  const { token } = await shop.anyone.call(login, { email, password: 'Anchor7!' });
  const elsewhere = shop.with(token);
  // Two browsers, and Gigs is still at it.
  expect(await Promise.all([reason(openPortOut), reason(openPortOut, elsewhere)])).toEqual([
    'pin_pending',
    'pin_pending',
  ]);
  expect((await buyer.call(viewLine, { id })).transferPin).toBeUndefined();
  await issued();
  const shown = await buyer.call(openPortOut, { id });
  const [portOut] = project.has.portOuts;
  const [credentials] = project.has.credentials;
  expect(shown).toEqual({
    accountNumber: credentials?.accountNumber,
    transferPin: credentials?.accountPin,
    expiresAt: portOut?.expiredAt,
  });
  const { expiresAt } = shown;
  expect((await buyer.call(viewLine, { id })).transferPin).toEqual({ expiresAt });
  const told = await emailWhen(app, email, /A transfer PIN for/);
  expect(told.text).toContain('If it wasn’t, call us now');
  expect(told.text).not.toContain(shown.transferPin);
  // It holds at Gigs, so nothing here says that it has ended.
  expect(await reason(closePortOut)).toBe('pin_stays');
  expect((await buyer.call(viewLine, { id })).transferPin).toEqual({ expiresAt });
  expect(await buyer.call(openPortOut, { id })).toEqual(shown);
  expect(project.has.portOuts).toHaveLength(1);
  // Nothing waits to be told, and the PIN stands nowhere in words.
  const { rows } = await sql<{ told: boolean }>`
    select * from transfer_pins where line_id = ${id}`.execute(app.app.db.query);
  expect(rows.map((row) => row.told)).toEqual([true, true]);
  const asked = await sql`select * from gigs_requests`.execute(app.app.db.query);
  expect(JSON.stringify([rows, asked.rows])).not.toContain(shown.transferPin);
  // Failed at Gigs, the next attempt is a new one.
  Object.assign(portOut ?? {}, { status: 'failed' });
  // The proof is used up by the PIN that was shown; a refusal leaves it.
  await buyer.call(stepUp, { password: 'Anchor7!' });
  expect(await reason(openPortOut)).toBe('pin_pending');
  expect(project.has.portOuts).toHaveLength(2);
  Object.assign(project.has.portOuts[0] ?? {}, { status: 'failed' });
  expect(await reason(openPortOut)).toBe('pin_not_made');
  expect(await reason(openPortOut)).toBe('pin_pending');
  await issued();
  const second = await buyer.call(openPortOut, { id });
  expect(second.transferPin).not.toBe(shown.transferPin);
  expect(project.has.portOuts).toHaveLength(3);
});
