import { editUser, viewUser } from '@portside/contract/account';
import * as staffCalls from '@portside/contract/console/line-separations';
import { viewLine } from '@portside/contract/line-detail';
import * as calls from '@portside/contract/line-separation';
import { phone } from '@portside/contract/phone';
import { listLines } from '@portside/contract/lines';
import { askLoginCode, enterLoginCode, stepUp } from '@portside/contract/sign-in';
import { allowTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { confirmed, quay, withFreeLine } from '../testing/handing-over.ts';
import { addLine, withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextCode, nextEmail } from '../testing/mailbox.ts';
import { inTime } from '../testing/passing-time.ts';
import {
  addDocument,
  prove,
  safeAddress,
  separated,
  trained,
  wholeRequest,
} from '../testing/separating-lines.ts';
import { newcomer } from '../testing/shopping.ts';
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

test('[P05] whoever opened an account with the safe address, and never confirmed it, keeps it, and has nothing of the survivor’s', async () => {
  const theirs = '6465550188';
  const email = safeAddress();
  const opener = await newcomer(app, email);
  await opener.call(editUser, { phoneNumber: `+1${theirs}` });
  await opener.call(stepUp, { password: 'Anchor7!' });
  const { consent } = await opener.call(viewTexts, {});
  await opener.call(allowTexts, { number: theirs, version: consent.version });
  const { line } = await withLine(app);
  const { id } = await wholeRequest(app, [line.mdn], { email });
  await grant(id, [line.mdn]);
  const survivor = await reader(email);
  expect((await survivor.call(listLines, {})).lines).toMatchObject([{ mdn: line.mdn }]);
  expect(await survivor.call(viewUser, {})).toMatchObject({
    emailVerified: true,
    hasPassword: false,
    firstName: '',
    contactNumber: '',
  });
  expect((await survivor.call(viewTexts, {})).number).toBeNull();
  // As whoever registers with an address that is somebody's (docs/decisions/0175).
  expect((await opener.call(listLines, {})).lines).toEqual([]);
  const again = await app.as(email, 'Anchor7!');
  expect((await again.call(listLines, {})).lines).toEqual([]);
  expect((await again.call(viewUser, {})).emailVerified).toBe(false);
});

test('[P05] [K15] a line whose number lock its holder had turned off can be granted', async () => {
  const { line } = await withFreeLine(app);
  const { id } = await wholeRequest(app, [line.mdn]);
  // The carrier has been told to lock it, as the line is kept.
  await inTime(app, async () => {
    const { rows } = await sql`
      select from line_locks where line_id = ${line.id} and not carrier_off`.execute(
      app.app.db.query,
    );
    return rows.length > 0 ? true : undefined;
  });
  await prove(ada);
  const { looked } = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(looked[0]).not.toHaveProperty('hindrance');
  await ada.call(staffCalls.grantSeparation, { id, numbers: [line.mdn] });
});

test('[P05] of two lines one goes, with the address for 911; the other stays kept until it is decided', async () => {
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
  expect(separation).toMatchObject({
    state: 'waiting',
    lines: [{ number: line.mdn, moved: true }, { number: other.mdn }],
  });
  const keptNow = async () => {
    const { rows } = await sql<{ line_id: string }>`
      select line_id from kept_lines where line_id in (${line.id}, ${other.id})`.execute(
      app.app.db.query,
    );
    return rows.map((row) => row.line_id);
  };
  expect(await keptNow()).toEqual([other.id]);
  // What has moved is the survivor's, and nothing of it can be asked for again.
  const moved = { token: request.token, number: line.mdn };
  await app.anyone.call(calls.textSeparationCode, moved);
  const code = { ...moved, otp: '123456' };
  const late = await app.anyone.refusal(calls.proveSeparationLine, code);
  expect(late.problem.reason).toBe('code_expired');
  await prove(ada);
  const twice = { id: request.id, numbers: [line.mdn] };
  expect((await ada.refusal(staffCalls.grantSeparation, twice)).problem.code).toBe('invalid');
  const proof = { id: request.id, number: line.mdn, how: 'By phone' };
  const unknown = await ada.refusal(staffCalls.proveInSeparation, proof);
  expect(unknown.problem.reason).toBe('unknown_number');
  await ada.call(staffCalls.refuseSeparation, { id: request.id, reason: 'not_user' });
  expect(await keptNow()).toEqual([]);
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

test('[P05] of two lines one is granted: the email says that the other one is still decided; granted as well, all is done', async () => {
  const first = await withLine(app);
  const second = await withLine(app);
  const numbers = [first.line.mdn, second.line.mdn];
  const { id, email, token } = await wholeRequest(app, numbers);
  await allEmailsSent(app);
  await nextEmail(app, email, /^Your request$/);
  await grant(id, [first.line.mdn]);
  const some = await nextEmail(app, email, /^Your request$/);
  expect(some.text).toContain('A part of your request');
  expect(some.text).toContain(`We still have to decide about ${phone(second.line.mdn)}`);
  expect(some.text).not.toContain('What you asked for');
  await grant(id, [second.line.mdn]);
  const rest = await nextEmail(app, email, /^Your request$/);
  expect(rest.text).toContain('What you asked for');
  const { separation } = await app.anyone.call(calls.viewSeparation, { token });
  expect(separation).toMatchObject({ state: 'done', done: { numbers } });
  const survivor = await reader(email);
  const { lines } = await survivor.call(listLines, {});
  expect(new Set(lines.map(({ mdn }) => mdn))).toEqual(new Set(numbers));
});

test('[P05] of two lines one is granted, the other refused: the email says which', async () => {
  const first = await withLine(app);
  const second = await withLine(app);
  const request = await wholeRequest(app, [first.line.mdn, second.line.mdn]);
  const { id, email } = request;
  await nextEmail(app, email, /^Your request$/);
  await grant(id, [first.line.mdn]);
  await nextEmail(app, email, /^Your request$/);
  await ada.call(staffCalls.refuseSeparation, { id, reason: 'not_user' });
  const mail = await nextEmail(app, email, /^Your request$/);
  expect(mail.text).toContain(`we can’t move ${phone(second.line.mdn)}.`);
  expect(mail.text).toContain('The lines that moved before stay in your own account.');
  const view = await app.anyone.call(calls.viewSeparation, { token: request.token });
  expect(view.separation).toMatchObject({ state: 'refused', lines: [{ moved: true }, {}] });
});

test('[P05] the helper of other tests moves a line', async () => {
  const { line } = await withLine(app);
  const { email } = await separated(app, [line.mdn]);
  expect((await (await reader(email)).call(listLines, {})).lines).toHaveLength(1);
});
