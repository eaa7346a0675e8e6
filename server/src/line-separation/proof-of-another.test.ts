import * as staffCalls from '@portside/contract/console/line-separations';
import * as calls from '@portside/contract/line-separation';
import { viewUser } from '@portside/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptSince } from '../line-guard/kept-lines.ts';
import { accept, confirmed, offerTo, withFreeLine } from '../testing/handing-over.ts';
import { lineOf, withLine } from '../testing/line-life.ts';
import {
  addDocument,
  askFor,
  idOf,
  prove,
  proveLine,
  separated,
  textsTo,
  trained,
  wholeRequest,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What is known of a line counts for whose it was then, and for nobody after them (P05). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'granted',
    (error: unknown) => String(error),
  );

test('[P05] a code that the seller of a line entered while it was theirs does not prove it once it is somebody else’s', async () => {
  const { noa, line } = await withFreeLine(app);
  const { token, separation } = await askFor(app, [{ number: line.mdn, who: 'own' }]);
  await proveLine(app, token, line.mdn);
  // Not whole, so nothing is kept, and it is sold to a stranger.
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const theirs = await accept(omar);
  // Weeks later any picture does.
  await addDocument(app, token);
  const kept = await keptSince(app.app.db.query, theirs);
  const ada = await trained(app);
  const id = await idOf(app, separation.reference);
  const granted = await ada
    .call(staffCalls.grantSeparation, { id, numbers: [line.mdn] })
    .then(() => 'granted')
    .catch(String);
  expect([kept, (await lineOf(omar, theirs)).status]).toEqual([undefined, 'active']);
  expect(granted).not.toBe('granted');
});

test('[P05] a line that was moved to its user is not moved on by a code of before', async () => {
  const { line } = await withLine(app);
  // The holder had the phone in the hand once.
  const other = await askFor(app, [{ number: line.mdn, who: 'own' }]);
  await proveLine(app, other.token, line.mdn);
  const { ada } = await separated(app, [line.mdn]);
  await addDocument(app, other.token);
  await prove(ada);
  const id = await idOf(app, other.separation.reference);
  const grant = ada.call(staffCalls.grantSeparation, { id, numbers: [line.mdn] });
  expect(await outcome(grant)).not.toBe('granted');
});

test('[P05] nor does a code that was on its way to the seller, and is entered once it is somebody else’s', async () => {
  const { noa, line } = await withFreeLine(app);
  const { token, separation } = await askFor(app, [{ number: line.mdn, who: 'own' }]);
  await app.anyone.call(calls.textSeparationCode, { token, number: line.mdn });
  const text = await app.eventually(async () => (await textsTo(app, line.mdn))[0]);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const theirs = await accept(omar);
  const otp = /\d{6}/.exec(text)?.[0] ?? '';
  await app.anyone.call(calls.proveSeparationLine, { token, number: line.mdn, otp });
  await addDocument(app, token);
  expect(await keptSince(app.app.db.query, theirs)).toBeUndefined();
  const ada = await trained(app);
  const id = await idOf(app, separation.reference);
  const seen = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(seen.looked).toMatchObject([{ proven: false, provenOfOther: true }]);
  const on = { id, numbers: [line.mdn] };
  expect((await ada.refusal(staffCalls.grantSeparation, on)).problem.reason).toBe('unproven');
  // What staff write down of whose it is now counts.
  await prove(ada);
  const how = 'The report names it.';
  await ada.call(staffCalls.proveInSeparation, { id, number: line.mdn, how });
  const again = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(again.looked).toMatchObject([{ proven: true }]);
  expect(again.looked[0]).not.toHaveProperty('provenOfOther');
});

test('[P05] when the holder’s accounts are joined the line stays the same, and what is known of it counts on', async () => {
  const { line } = await withLine(app);
  const { id } = await wholeRequest(app, [line.mdn]);
  const omar = await confirmed(app);
  const { id: to } = await omar.call(viewUser, {});
  await sql`update lines set customer_id = ${to} where id = ${line.id}`.execute(app.app.db.query);
  const ada = await trained(app);
  const { looked } = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(looked).toMatchObject([{ proven: true, account: { customerId: to } }]);
  await ada.call(staffCalls.grantSeparation, { id, numbers: [line.mdn] });
});
