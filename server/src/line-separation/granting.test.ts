import { viewUser } from '@portside/contract/account';
import * as staffCalls from '@portside/contract/console/line-separations';
import { viewLine } from '@portside/contract/line-detail';
import * as calls from '@portside/contract/line-separation';
import { listLines } from '@portside/contract/lines';
import { askLoginCode, enterLoginCode, login, register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { confirmed, quay } from '../testing/handing-over.ts';
import { addLine, withLine } from '../testing/line-life.ts';
import { nextCode } from '../testing/mailbox.ts';
import {
  addDocument,
  prove,
  safeAddress,
  separated,
  trained,
  wholeRequest,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await openTestApp();
  ada = await trained(app);
});
afterAll(() => app.close());

/** Whoever reads the safe address. */
async function reader(email: string): Promise<Caller> {
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  return app.with((await app.anyone.call(enterLoginCode, { email, otp })).token);
}

async function grant(id: string, numbers: string[]): Promise<void> {
  await prove(ada);
  await ada.call(staffCalls.grantSeparation, { id, numbers });
}

const keptOf = async (id: string) =>
  (await ada.call(staffCalls.viewSeparationRequest, { id })).looked.map(
    ({ keptSince }) => keptSince !== undefined,
  );

test('[P05] whose account has confirmed the safe address has the line there', async () => {
  const { line } = await withLine(app);
  const omar = await confirmed(app);
  const { id } = await wholeRequest(app, [line.mdn], { email: omar.email });
  await grant(id, [line.mdn]);
  const { lines } = await omar.call(listLines, {});
  expect(lines).toMatchObject([{ mdn: line.mdn, status: 'active' }]);
});

test('[P05] whoever opened an account with the safe address, and never confirmed it, is shut out', async () => {
  const { line } = await withLine(app);
  const email = safeAddress();
  const { token } = await app.anyone.call(register, {
    firstName: 'Not',
    lastName: 'Theirs',
    email,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  const squatter = app.with(token);
  const { id } = await wholeRequest(app, [line.mdn], { email });
  await squatter.call(listLines, {});
  await grant(id, [line.mdn]);
  expect((await squatter.refusal(listLines, {})).problem.code).toBe('unauthenticated');
  const again = await app.anyone.refusal(login, { email, password: 'Anchor7!' });
  expect(again.status).not.toBe(200);
  const survivor = await reader(email);
  expect((await survivor.call(listLines, {})).lines).toMatchObject([{ mdn: line.mdn }]);
  expect(await survivor.call(viewUser, {})).toMatchObject({
    emailVerified: true,
    hasPassword: false,
  });
});

test('[P05] of two lines one goes, with the address for 911; the other stays, and is free again', async () => {
  const { noa, line } = await withLine(app);
  const other = await addLine(app, noa);
  const request = await wholeRequest(app, [line.mdn, other.mdn], { address: quay });
  expect(await keptOf(request.id)).toEqual([true, true]);
  await grant(request.id, [line.mdn]);
  const survivor = await reader(request.email);
  const { lines } = await survivor.call(listLines, {});
  expect(lines.map(({ mdn }) => mdn)).toEqual([line.mdn]);
  expect(await survivor.call(viewLine, { id: lines[0]?.id ?? '' })).toMatchObject({
    emergencyAddress: { streetNumber: '14', zipCode: '10004' },
    locks: { sim: { on: true }, number: { on: true } },
  });
  const { separation } = await app.anyone.call(calls.viewSeparation, { token: request.token });
  expect(separation.done?.numbers).toEqual([line.mdn]);
  const { rows } = await sql`
    select line_id from kept_lines where line_id in (${line.id}, ${other.id})`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([]);
  const states = (await noa.call(listLines, {})).lines.map(({ id, status }) => [id, status]);
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      [line.id, 'ended'],
      [other.id, 'active'],
    ]),
  );
});

test('[P05] a line is kept while a whole request waits for it, and for as long as any does', async () => {
  const { line } = await withLine(app);
  const one = await wholeRequest(app, [line.mdn]);
  expect(await keptOf(one.id)).toEqual([true]);
  const { documents } = (await app.anyone.call(calls.viewSeparation, { token: one.token }))
    .separation;
  const document = { token: one.token, id: documents[0]?.id ?? '' };
  await app.anyone.call(calls.removeSeparationDocument, document);
  expect(await keptOf(one.id)).toEqual([false]);
  await addDocument(app, one.token);
  expect(await keptOf(one.id)).toEqual([true]);
  app.clock.move(60_000);
  const other = await wholeRequest(app, [line.mdn]);
  await app.anyone.call(calls.withdrawSeparation, { token: one.token });
  expect(await keptOf(other.id)).toEqual([true]);
  await prove(ada);
  await ada.call(staffCalls.refuseSeparation, { id: other.id, reason: 'not_user' });
  const { rows } = await sql`select from kept_lines where line_id = ${line.id}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([]);
});

test('[P05] two requests about one line: once it is moved, what is known of it for the other one counts no more', async () => {
  const { line } = await withLine(app);
  const one = await wholeRequest(app, [line.mdn]);
  app.clock.move(60_000);
  const two = await wholeRequest(app, [line.mdn]);
  await grant(one.id, [line.mdn]);
  const seen = await ada.call(staffCalls.viewSeparationRequest, { id: two.id });
  expect(seen.looked).toMatchObject([{ proven: false }]);
  const on = { id: two.id, numbers: [line.mdn] };
  const refusal = await ada.refusal(staffCalls.grantSeparation, on);
  expect(refusal.problem.reason).toBe('unproven');
  const survivor = await reader(one.email);
  expect((await survivor.call(listLines, {})).lines).toMatchObject([{ mdn: line.mdn }]);
});

test('[P05] the helper of other tests moves a line', async () => {
  const { line } = await withLine(app);
  const { email } = await separated(app, [line.mdn]);
  expect((await (await reader(email)).call(listLines, {})).lines).toHaveLength(1);
});
