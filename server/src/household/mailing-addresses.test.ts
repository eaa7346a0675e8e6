import { placeOrder } from '@portside/contract/checkout';
import * as desk from '@portside/contract/console/disputes';
import { sendNewCard } from '@portside/contract/shipping';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { give } from '../testing/given-line.ts';
import { confirmed, dispute, firstOrderOf, ownFile } from '../testing/handing-over.ts';
import { erasedByStaff, given, type Household } from '../testing/household.ts';
import { passDays, passHours } from '../testing/line-life.ts';
import { openSimLock, playMail, simWhen } from '../testing/new-sim.ts';
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
import { staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Where a SIM card of a line that somebody was given went: to whom it is told, and whose it is (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const toOmar = { addressOne: '7 Hidden Ln', city: 'New York', state: 'NY', zipCode: '10038' };
const toNoa = { ...toOmar, addressOne: '12 Holder St' };

/** The member’s new SIM card is in the mail. */
async function withMembersCard(): Promise<Household> {
  const home = await given(app);
  const { omar, id } = home;
  await sql`update customers set first_name = 'Omar' where email = ${omar.email}`.execute(db());
  await openSimLock(app, id);
  await proving(omar);
  await omar.call(replaceSim, { id, simType: 'physical', shipping: toOmar });
  await passHours(app, 1);
  const now = await again(app, omar);
  await simWhen(app, now, id, 'under_way');
  await playMail(app, id, 'mailed');
  return { ...home, omar: now };
}

async function rowsOf(id: string): Promise<string> {
  const shipments = await sql`select * from sim_shipments where line_id = ${id}`.execute(db());
  const changes = await sql`select * from sim_replacements where line_id = ${id}`.execute(db());
  return JSON.stringify([shipments.rows, changes.rows]);
}

test('[P04] of a member who is erased no address stays with the cards of the line', async () => {
  const { omar, id } = await withMembersCard();
  expect(await rowsOf(id)).toContain('7 Hidden Ln');
  await erasedByStaff(app, omar);
  expect(await rowsOf(id)).not.toMatch(/7 Hidden Ln|Omar/);
});

test('[P04] a card that was over before its member was erased names them no more', async () => {
  const { noa, omar, id } = await withMembersCard();
  await app.app.db.transaction(async (tx) => {
    await sql`update sim_shipments set state = 'activated', ended_at = ${app.app.clock.now()},
      address = null where line_id = ${id}`.execute(tx);
  });
  // What the holder asked for before is theirs.
  await sql`insert into sim_replacements select (jsonb_populate_record(one, jsonb_build_object(
    'id', 'smr_before', 'state', 'done', 'shipping', null, 'asked_at', now() - interval '9 days'))).*
    from sim_replacements one where line_id = ${id}`.execute(db());
  await sql`insert into sim_shipments select (jsonb_populate_record(one, jsonb_build_object(
    'id', 'shp_before', 'replacement_id', 'smr_before', 'recipient', 'Holder Before'))).*
    from sim_shipments one where line_id = ${id}`.execute(db());
  await erasedByStaff(app, omar);
  expect(await rowsOf(id)).not.toMatch(/Omar/);
  expect(await rowsOf(id)).toContain('Holder Before');
  expect(await ownFile(app, await again(app, noa))).not.toMatch(/7 Hidden Ln/);
});

test('[P04] the card that a holder bought, mailed anew for a member, tells the member nothing of the holder’s address', async () => {
  const noa = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const bought = { paymentToken: token, simType: 'physical', shipping: toNoa } as const;
  const { orderId } = await noa.call(placeOrder, orderOf(await fillCart(app), bought));
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  const id = line?.id ?? '';
  const omar = await confirmed(app);
  await give(app, noa, omar, id, 'user');
  await playMail(app, id, 'mailed');
  await passDays(app, 11);
  const [holder, member] = [await again(app, noa), await again(app, omar)];
  await member.call(sendNewCard, { id });
  expect(await ownFile(app, member)).not.toContain('12 Holder St');
  expect((await ownFile(app, holder)).split('12 Holder St').length).toBeGreaterThan(2);
});

test('[P04] a bank that argues about the holder’s payment is not told where a member lives', async () => {
  const { id } = await withMembersCard();
  const disputed = await dispute(app, await firstOrderOf(app, id));
  const billing = await staffAt(app.address, 'billing');
  const { disputes } = await billing.call(desk.listDisputes, {});
  expect(disputes).toHaveLength(1);
  expect(disputed).not.toBe('');
  const { parts } = await billing.call(desk.viewEvidence, { id: disputes[0]?.id ?? '' });
  expect(JSON.stringify(parts)).not.toContain('7 Hidden Ln');
});
