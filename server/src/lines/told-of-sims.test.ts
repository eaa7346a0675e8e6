import { viewUser } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { viewLine } from '@portside/contract/line-detail';
import { changePlan, quotePlanChange, undoPlanChange } from '@portside/contract/plan-change';
import { listActivity } from '@portside/contract/sessions';
import { denyReplacement, replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { confirmed, quay } from '../testing/handing-over.ts';
import { give } from '../testing/given-line.ts';
import { passDays, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail, nextLinkToken, readAll } from '../testing/mailbox.ts';
import { playMail, withOpenSim } from '../testing/new-sim.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Who is told of the SIM, the card and the plan of a line that somebody was given (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** The cheapest plan of Harbor. */
const SKIFF = 'skiff-2';
const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };

const rename = ({ email }: Noa, name: string) =>
  sql`update customers set first_name = ${name}, email_verified = true where email = ${email}`.execute(
    app.app.db.query,
  );

async function subjects({ email }: Noa, about: RegExp): Promise<string[]> {
  await allEmailsSent(app);
  const all = await app.emails(email, 0);
  return all.map(({ subject }) => subject).filter((one) => about.test(one));
}

/** The line is given while its SIM change waits: only its holder could ask for one before. */
async function givenWithChange() {
  const { noa: maya, line } = await withOpenSim(app);
  const omar = await confirmed(app);
  await Promise.all([rename(maya, 'Maya'), rename(omar, 'Omar')]);
  await maya.call(replaceSim, { id: line.id, simType: 'esim' });
  const token = await nextLinkToken(app, maya.email, /gets a new SIM on/);
  // Whatever hours have passed in other tests, which `give` knows nothing of.
  await sql`update sim_replacements set asked_at = asked_at - interval '1 day'
    where line_id = ${line.id}`.execute(app.app.db.query);
  await give(app, maya, omar, line.id, 'user');
  await readAll(app, omar.email);
  return { maya, omar, token };
}

test('[P04] [K14] a SIM change is told to both; the holder is not told how to set the SIM up', async () => {
  const { maya, omar } = await givenWithChange();
  await passHours(app, 1);
  const theirs = await nextEmail(app, omar.email, /is on its new SIM/);
  expect(theirs.text).toContain('Your account shows how to set up the new one.');
  expect(theirs.text).toContain('If neither you nor Maya asked for it, use the button below');
  expect(theirs.text).toContain('Neither of us asked for this');
  const ours = await nextEmail(app, maya.email, /is on its new SIM/);
  expect(ours.text).toContain('in your account, which Omar has.');
  expect(ours.text).not.toContain('set up the new one');
  expect(ours.text).not.toMatch(/\n\n\n/);
});

test('[P04] [K14] who says that nobody asked for it logs out whoever did, and no list shows the other’s network', async () => {
  const { maya, omar, token } = await givenWithChange();
  await app.anyone.call(denyReplacement, { token });
  expect((await maya.refusal(viewUser, {})).status).toBe(401);
  await omar.call(viewUser, {});
  for (const one of [maya, omar]) {
    const told = await nextEmail(app, one.email, /was stopped$/);
    expect(told.text).toContain('Whoever asked for it is logged out.');
    expect(told.link).toContain('/forgot-password');
    const back = await again(app, one);
    const { activity } = await back.call(listActivity, {});
    const denied = activity.some(({ kind }) => kind === 'sim_change_denied');
    expect(denied).toBe(one === maya);
  }
  const { rows } = await sql<{ network: string }>`
    select distinct network from activity where kind = 'sim_change_denied'`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([{ network: '' }]);
});

test('[P04] [L20] the SIM card in the mail, and that the line works, are told to who has it', async () => {
  const maya = await newcomer(app);
  const omar = await confirmed(app);
  const token = await paymentToken(app, cards.visa);
  const cart = await fillCart(app);
  const order = orderOf(cart, { paymentToken: token, simType: 'physical', shipping });
  const { orderId } = await maya.call(placeOrder, order);
  const { line } = await orderWhen(app, maya, orderId, 'paid');
  const id = line?.id ?? '';
  await give(app, maya, omar, id, 'user');
  await playMail(app, id, 'mailed');
  await nextEmail(app, omar.email, /SIM card is in the mail/);
  await passDays(app, 40);
  await nextEmail(app, omar.email, /line is active/);
  expect(await subjects(maya, /in the mail|has arrived|card come|is active/)).toEqual([]);
  expect((await maya.call(viewLine, { id })).status).not.toBe('pending');
});

test('[P04] [K19] what the network says of a 911 address is told to who has the line, without the address', async () => {
  const { noa: maya, line } = await withLine(app);
  const omar = await confirmed(app);
  const { carrier } = app.adapters;
  const tell = carrier.setEmergencyAddress.bind(carrier);
  carrier.setEmergencyAddress = async () => {
    carrier.setEmergencyAddress = tell;
    throw new OutsideFailure('carrier', 'unknown');
  };
  await give(app, maya, omar, line.id, 'user');
  await proving(omar);
  const asked = { id: line.id, ...quay, streetNumber: '911' };
  expect((await omar.refusal(setEmergencyAddress, asked)).status).toBe(503);
  await passHours(app, 1);
  const told = await nextEmail(app, omar.email, /^The 911 address of .+ was not changed$/);
  expect(told.text).toContain('the address that was entered for your line');
  expect(told.text).not.toContain('Quay Lane');
  expect(await subjects(maya, /911 address/)).toEqual([]);
});

test('[P04] [K09] a plan that is noted, and taken back, is told to the holder and a manager, and not to a user', async () => {
  for (const role of ['user', 'manager'] as const) {
    const { noa: maya, line } = await withLine(app);
    const omar = await confirmed(app);
    await Promise.all([rename(maya, 'Maya'), rename(omar, 'Omar')]);
    await give(app, maya, omar, line.id, role);
    const { id } = line;
    const asked = { id, planId: SKIFF, when: 'renewal' } as const;
    const { quoteId } = await maya.call(quotePlanChange, asked);
    await maya.call(changePlan, { id, quoteId });
    const noted = await nextEmail(app, maya.email, /with the next payment$/);
    expect(noted.text).toContain('is to change to');
    expect(noted.text).toContain('If neither you nor Omar did this, undo it');
    await maya.call(undoPlanChange, { id });
    await nextEmail(app, maya.email, /Your line .* keeps /);
    expect(await subjects(omar, /next payment$| keeps /)).toHaveLength(role === 'user' ? 0 : 2);
    if (role === 'user') continue;
    const theirs = await nextEmail(app, omar.email, /with the next payment$/);
    expect(theirs.text).toContain('If neither you nor Maya did this, undo it');
    expect(theirs.text).not.toContain('End this line');
  }
});
