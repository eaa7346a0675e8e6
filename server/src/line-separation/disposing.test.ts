import * as staffCalls from '@portside/contract/console/line-separations';
import * as calls from '@portside/contract/line-separation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours } from '../clock.ts';
import { sentTo } from '../emails/sent-emails.ts';
import { withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
import {
  addDocument,
  askFor,
  fileOf,
  idOf,
  safeAddress,
  trained,
  wholeRequest,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { disposeSeparations } from './disposing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** Mailboxes and phones of the sandbox are other people's. */
const outside = /^sandbox_/;

/** In which tables, and jobs, this stands anywhere. */
async function foundIn(text: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(
    app.app.db.query,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    if (outside.test(name)) continue;
    const table = sql.table(`${schema}.${name}`);
    const { rows: hits } = await sql`
      select from ${table} as row where row::text ilike ${`%${text}%`} limit 1`.execute(
      app.app.db.query,
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}

/** The emails of which support reads what they said, opened. */
async function keptEmails(): Promise<string> {
  const { rows } = await sql<{ id: string; subject: string; sealed: string }>`
    select id, subject, sealed from sent_emails`.execute(app.app.db.query);
  return rows
    .map(
      ({ id, subject, sealed }) => `${subject} ${app.app.secrets.open(sealed, `sent-email:${id}`)}`,
    )
    .join('\n');
}

test('[P05] 90 days after it came nothing of it is left that names anybody; that it was, and how it ended, is', async () => {
  const email = 'quiet.harbor.77@example.com';
  const words = {
    name: 'Wilhelmina Okonjo',
    otherName: 'Thaddeus Grimm',
    otherNumber: '4155550123',
    contactNumber: '4155550124',
    contactNote: 'Mornings at the library',
    representative: 'Harborlight Shelter',
  };
  const number = '4155550125';
  const { token, separation } = await askFor(app, [{ number, who: 'own' }], { email, ...words });
  await addDocument(app, token, 'official', fileOf('pdf', 'an order of the court'));
  const id = await idOf(app, separation.reference);
  const ada = await trained(app);
  await ada.call(staffCalls.proveInSeparation, { id, number, how: 'Counselor vouched' });
  await app.anyone.call(calls.answerSeparation, { token, text: 'Please be careful' });
  await ada.call(staffCalls.askInSeparation, { id, text: 'Which county was it' });
  await ada.call(staffCalls.refuseSeparation, { id, reason: 'not_shared', note: 'Not on it' });
  await allEmailsSent(app);
  const personal = [
    email,
    ...Object.values(words),
    number,
    'Counselor vouched',
    'Please be careful',
    'Which county',
    'Not on it',
    'Protective order',
  ];
  // Even while it is kept, nothing can be read in a copy of the database.
  for (const text of personal) expect([text, await foundIn(text)]).toEqual([text, []]);
  const kept = await keptEmails();
  for (const text of [...personal, separation.reference, 'Domestic Violence']) {
    expect(kept).not.toContain(text);
  }

  app.clock.move(days(90) - hours(2));
  await disposeSeparations(app.app);
  expect((await app.anyone.call(calls.viewSeparation, { token })).separation.state).toBe('refused');
  app.clock.move(hours(1));
  await disposeSeparations(app.app);
  const gone = await app.anyone.refusal(calls.viewSeparation, { token });
  expect(gone.problem.reason).toBe('unknown_link');
  const again = await app.staff('admin');
  expect((await again.refusal(staffCalls.viewSeparationRequest, { id })).problem.code).toBe(
    'not_found',
  );
  expect((await again.call(staffCalls.listSeparations, {})).separations).toEqual([]);
  const db = app.app.db.query;
  for (const table of ['documents', 'messages']) {
    const name = sql.table(`line_separation_${table}`);
    expect((await sql`select from ${name}`.execute(db)).rows).toEqual([]);
  }
  const { rows } = await sql`
    select s.reference, s.state, s.reason, s.sealed, s.token_mac, l.sealed as line, l.proven_by
    from line_separations s join line_separation_lines l on l.separation_id = s.id`.execute(db);
  expect(rows).toEqual([
    {
      reference: separation.reference,
      state: 'refused',
      reason: 'not_shared',
      sealed: null,
      token_mac: null,
      line: null,
      proven_by: 'staff',
    },
  ]);
});

test('[P05] one that was never whole ends with its time', async () => {
  const { token, separation } = await askFor(app, [{ number: '4155550126', who: 'own' }]);
  const id = await idOf(app, separation.reference);
  app.clock.move(days(90));
  await disposeSeparations(app.app);
  const { rows } = await sql`select state, sealed from line_separations where id = ${id}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([{ state: 'lapsed', sealed: null }]);
  const late = { token, text: 'Hello' };
  expect((await app.anyone.refusal(calls.answerSeparation, late)).problem.reason).toBe(
    'unknown_link',
  );
});

const HARBOR = 6;
const sent = (address: string) =>
  sentTo(
    app.app,
    app.app.db.query,
    { tenant: HARBOR, address, since: new Date(0) },
    { before: undefined, limit: 50 },
  );

test('[P05] what is written to the safe address is not kept: nobody here reads it, also of an account of before', async () => {
  const { line } = await withLine(app);
  const { id, email } = await wholeRequest(app, [line.mdn]);
  const other = safeAddress();
  await askFor(app, [{ number: '2125550147', who: 'own' }], { email: other });
  const ada = await trained(app);
  await ada.call(staffCalls.refuseSeparation, { id, reason: 'not_shared', note: 'Casimir Vane' });
  await allEmailsSent(app);
  expect(await app.emails(email, 0)).toHaveLength(3);
  expect(await sent(email)).toEqual([]);
  expect(await sent(other)).toEqual([]);
  app.clock.move(days(91));
  await disposeSeparations(app.app);
  expect(await foundIn(email)).toEqual([]);
});

test('[P05] a whole request that nobody answered: who asked is told so, and what they can do', async () => {
  const { token, email } = await askFor(app, [{ number: '4155550127', who: 'own' }]);
  const { separation } = await app.anyone.call(calls.viewSeparation, { token });
  await addDocument(app, token);
  await allEmailsSent(app);
  await nextEmail(app, email, /^Your request$/);
  app.clock.move(days(90));
  await disposeSeparations(app.app);
  await disposeSeparations(app.app);
  const mail = await nextEmail(app, email, /^Your request$/);
  expect(mail.text).toContain(`answered your request ${separation.reference}, and did not`);
  expect(mail.text).toContain('consumercomplaints.fcc.gov');
  expect(mail.link).toMatch(/\/own-account$/);
  await allEmailsSent(app);
  expect(await app.emails(email, 0)).toHaveLength(3);
  expect(await foundIn(email)).toEqual([]);
});
