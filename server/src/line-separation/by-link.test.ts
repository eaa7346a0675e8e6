import * as staffCalls from '@portside/contract/console/line-separations';
import * as calls from '@portside/contract/line-separation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours, minutes } from '../clock.ts';
import { callerAt } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
import {
  addDocument,
  askFor,
  fileOf,
  idOf,
  proveLine,
  safeAddress,
  textsTo,
  trained,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const strange = '2125550147';
const one = [{ number: strange, who: 'own' as const }];
const add = (token: string, content: string, kind: calls.DocumentKind = 'official') => ({
  token,
  kind,
  name: 'order.pdf',
  content,
});
const reasonOf = async (...input: Parameters<typeof app.anyone.refusal>) =>
  (await app.anyone.refusal(...input)).problem.reason;
const stateNow = async (token: string) =>
  (await app.anyone.call(calls.viewSeparation, { token })).separation;

test('[P05] without the right code nothing is asked; a code is good once, and for its address alone', async () => {
  const email = safeAddress();
  const rest = { name: 'Noor', otherName: 'Cas', affirmed: true as const, lines: one };
  await app.anyone.call(calls.askSeparationCode, { email });
  const [mail] = await app.emails(email);
  const otp = mail?.code ?? '';
  const wrong = otp === '111111' ? '222222' : '111111';
  expect(await reasonOf(calls.askSeparation, { email, otp: wrong, ...rest })).toBe('code_wrong');
  const other = safeAddress();
  expect(await reasonOf(calls.askSeparation, { email: other, otp, ...rest })).toBe('code_expired');
  await app.anyone.call(calls.askSeparation, { email, otp, ...rest });
  expect(await reasonOf(calls.askSeparation, { email, otp, ...rest })).toBe('code_expired');
  const unsure = await app.anyone.refusal(calls.askSeparation, {
    email,
    otp,
    ...rest,
    affirmed: false,
  });
  expect(unsure.problem.errors?.map(({ field }) => field)).toEqual(['affirmed']);
});

test('[P05] an address with an account gets the same answer and the same email as a stranger’s', async () => {
  const { noa } = await withLine(app);
  const known = await app.anyone.call(calls.askSeparationCode, { email: noa.email });
  const email = safeAddress();
  expect(await app.anyone.call(calls.askSeparationCode, { email })).toEqual(known);
  const [mine] = await app.emails(email);
  const theirs = await nextEmail(app, noa.email, /^Your Harbor code$/);
  expect(theirs.text.replace(theirs.code ?? '', '')).toBe(mine?.text.replace(mine.code ?? '', ''));
});

test('[P05] a request speaks Spanish with who asked in Spanish', async () => {
  const shop = callerAt(app.anyone.address, undefined, () => ({ 'accept-language': 'es' }));
  const { email } = await askFor(app, one, { shop });
  const mail = await nextEmail(app, email, /^Su solicitud$/);
  expect(mail.link).toContain('/es/own-account#');
});

test('[P05] a link opens what is of its brand; a wrong one opens nothing, whatever it asks', async () => {
  const { token } = await askFor(app, one);
  const there = callerAt(app.anyone.address, undefined, () => mesa);
  for (const [shop, link] of [
    [there, token],
    [app.anyone, `${token}x`],
    [app.anyone, ''],
  ] as const) {
    const tried = { token: link, number: strange };
    for (const [call, input] of [
      [calls.viewSeparation, tried],
      [calls.addSeparationDocument, add(link, fileOf('pdf'))],
      [calls.removeSeparationDocument, { ...tried, id: 'sdo_1' }],
      [calls.textSeparationCode, tried],
      [calls.proveSeparationLine, { ...tried, otp: '123456' }],
      [calls.answerSeparation, { ...tried, text: 'Hello' }],
      [calls.withdrawSeparation, tried],
    ] as const) {
      expect((await shop.refusal(call, input)).problem.reason, call.name).toBe('unknown_link');
    }
  }
  expect((await stateNow(token)).state).toBe('open');
});

test('[P05] documents are PDF, JPEG or PNG by what they begin with, at most 4 MB, at most five, each once', async () => {
  const { token } = await askFor(app, one);
  const refusal = (content: string) => reasonOf(calls.addSeparationDocument, add(token, content));
  expect(await refusal(fileOf('exe'))).toBe('not_readable');
  expect(await refusal(Buffer.from('<html>%PDF-').toString('base64'))).toBe('not_readable');
  expect(await refusal('no base64!')).toBe('not_readable');
  expect(await refusal(`${fileOf('pdf')}\n`)).toBe('not_readable');
  const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(calls.MOST_BYTES - 5)]);
  expect(await refusal(Buffer.concat([large, Buffer.alloc(1)]).toString('base64'))).toBe('too_big');
  const whole = await addDocument(app, token, 'official', large.toString('base64'));
  expect(whole.documents).toHaveLength(1);
  await addDocument(app, token, 'official', fileOf('jpeg'));
  await addDocument(app, token, 'official', fileOf('png'));
  const again = await addDocument(app, token, 'professional', fileOf('png'));
  expect(again.documents.map(({ kind }) => kind)).toEqual(['official', 'official', 'professional']);
  await addDocument(app, token, 'official', fileOf('pdf', '4'));
  await addDocument(app, token, 'official', fileOf('pdf', '5'));
  expect(await refusal(fileOf('pdf', '6'))).toBe('too_many');
  // Nothing of them, or of who wrote, can be read in the database.
  const { rows } = await sql<{ all: string }>`
    select concat_ws(' ', s::text, d.sealed_name, left(d.sealed, 100)) as all
    from line_separations s join line_separation_documents d on d.separation_id = s.id`.execute(
    app.app.db.query,
  );
  expect(rows.map(({ all }) => all).join(' ')).not.toMatch(/Protective|Noor|Casimir|JVBER|safe\d/);
});

test('[P05] the days begin when nothing is missing, end when something is, and begin anew', async () => {
  const lines = [...one, { number: '2125550148', who: 'in_care' as const }];
  const { token } = await askFor(app, lines);
  expect((await stateNow(token)).missing).toEqual(['document', 'care']);
  const some = await addDocument(app, token, 'professional');
  expect(some).toMatchObject({ state: 'open', missing: ['care'] });
  const whole = await addDocument(app, token, 'care', fileOf('png'));
  expect(whole).toMatchObject({ state: 'waiting', missing: [] });
  const [document] = whole.documents;
  const gone = { token, id: document?.id ?? '' };
  const { separation } = await app.anyone.call(calls.removeSeparationDocument, gone);
  expect(separation).toMatchObject({ state: 'open', missing: ['document'] });
  expect(separation.answerBy).toBeUndefined();
  await app.anyone.call(calls.removeSeparationDocument, gone);
  app.clock.move(days(4));
  const anew = await addDocument(app, token);
  expect(Date.parse(anew.answerBy ?? '')).toBeGreaterThan(Date.parse(whole.answerBy ?? ''));
});

test('[P05] a code goes to a line of ours by text, three times an hour; a stranger’s number gets the same answer', async () => {
  const { line } = await withLine(app);
  const { token } = await askFor(app, [...one, { number: line.mdn, who: 'own' }]);
  const ask = (number: string) => app.anyone.call(calls.textSeparationCode, { token, number });
  const said = await ask(line.mdn);
  expect(await ask(strange)).toEqual(said);
  expect(await ask('2125550199')).toEqual(said);
  const [text] = await app.eventually(async () => {
    const all = await textsTo(app, line.mdn);
    return all.some((body) => body.includes('Your code is')) ? all : undefined;
  });
  expect(text).not.toMatch(/separat|survivor|line|account/i);
  expect(await textsTo(app, strange)).toEqual([]);
  const prove = (number: string, otp: string) =>
    reasonOf(calls.proveSeparationLine, { token, number, otp });
  expect(await prove(strange, '123456')).toBe('code_wrong');
  expect(await prove('2125550199', '123456')).toBe('code_expired');
  for (let tries = 0; tries < 2; tries += 1) {
    app.clock.move(minutes(1));
    await ask(line.mdn);
  }
  app.clock.move(minutes(1));
  const more = await app.anyone.refusal(calls.textSeparationCode, { token, number: line.mdn });
  expect(more.problem.code).toBe('too_often');
  app.clock.move(hours(1));
  expect((await proveLine(app, token, line.mdn)).lines).toContainEqual({
    number: line.mdn,
    who: 'own',
    proven: true,
  });
  // Neither the list of texts nor its daily count knows of it.
  const { rows } = await sql`select from texts where number = ${line.mdn}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([]);
});

test('[P05] staff ask, the question is answered; the days go on', async () => {
  const { token, email, separation } = await askFor(app, one);
  const { answerBy } = await addDocument(app, token);
  const id = await idOf(app, separation.reference);
  const ada = await trained(app);
  await nextEmail(app, email, /^Your request$/);
  await ada.call(staffCalls.askInSeparation, { id, text: 'Is page 2 missing?' });
  const mail = await nextEmail(app, email, /^Your request$/);
  expect(mail.text).toContain('a question');
  expect(mail.text).not.toContain('page 2');
  expect(await stateNow(token)).toMatchObject({
    state: 'asked',
    question: { text: 'Is page 2 missing?' },
    answerBy,
  });
  const answer = { token, text: 'No, it has one page.' };
  const after = await app.anyone.call(calls.answerSeparation, answer);
  expect(after.separation).toMatchObject({ state: 'waiting', answerBy });
  expect(after.separation.question).toBeUndefined();
  const { messages } = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(messages).toMatchObject([
    { by: 'Ada Lindqvist', ours: true, text: 'Is page 2 missing?' },
    { by: 'Noor Haddad', ours: false, text: 'No, it has one page.' },
  ]);
  for (let sent = 1; sent < 20; sent += 1) await app.anyone.call(calls.answerSeparation, answer);
  expect(await reasonOf(calls.answerSeparation, answer)).toBe('too_many');
});

test('[P05] taken back: what was sent is gone at once, again it is harmless, and nothing changes it any more', async () => {
  const { token, separation } = await askFor(app, one);
  await addDocument(app, token);
  const said = await app.anyone.call(calls.withdrawSeparation, { token });
  expect(await app.anyone.call(calls.withdrawSeparation, { token })).toEqual(said);
  expect(await stateNow(token)).toMatchObject({
    state: 'withdrawn',
    email: '',
    lines: [],
    documents: [],
    missing: [],
  });
  expect(await reasonOf(calls.addSeparationDocument, add(token, fileOf('png')))).toBe('over');
  expect(await reasonOf(calls.answerSeparation, { token, text: 'Hello' })).toBe('over');
  const id = await idOf(app, separation.reference);
  const ada = await trained(app);
  expect(await ada.call(staffCalls.viewSeparationRequest, { id })).toMatchObject({
    state: 'withdrawn',
    name: '',
    looked: [],
  });
  const grant = { id, numbers: [strange] };
  expect((await ada.refusal(staffCalls.grantSeparation, grant)).problem.reason).toBe('decided');
  await allEmailsSent(app);
});
