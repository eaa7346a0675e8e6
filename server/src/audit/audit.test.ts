import { viewUser } from '@portside/contract/account';
import { viewVerification } from '@portside/contract/console/verification';
import { exportAudit, listAudit } from '@portside/contract/console/audit';
import { inviteStaff, listStaff } from '@portside/contract/console/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayInZone, dayLater } from '../brands/time-zone.ts';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { sealEntries } from './chain.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.staff('admin');
});
afterAll(() => app.close());

const verify = () => runVerb(app.app, ['audit', 'verify']);
const query = () => app.app.db.query;

test('[L15] every call of staff is written with who, what and how it ended: reads, refusals and changes', async () => {
  const agent = await app.staff('agent');
  expect((await agent.refusal(listStaff, {})).status).toBe(403);
  await admin.call(listStaff, {});
  await admin.call(inviteStaff, { email: 'kim@harbor.example', role: 'viewer' });
  const { entries } = await admin.call(listAudit, {});
  expect(entries.slice(0, 3)).toMatchObject([
    {
      staff: 'admin@harbor.example',
      call: 'inviteStaff',
      outcome: 'done',
      detail: { email: 'kim@harbor.example', role: 'viewer' },
    },
    { staff: 'admin@harbor.example', call: 'listStaff', outcome: 'done' },
    { staff: 'agent@harbor.example', role: 'agent', call: 'listStaff', outcome: 'forbidden' },
  ]);
  expect(entries.some((one) => one.call === 'staffLoginCode' && one.outcome === 'done')).toBe(true);
});

test('[N08] [L15] what no database can hold is invalid, and does not break the audit', async () => {
  const hand = (id: string, note: string) =>
    app.fetch(`/console/api/chats/${encodeURIComponent(id)}/hand-over`, {
      method: 'POST',
      headers: {
        ...harbor,
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ note }),
    });
  const ship = '🚢'.repeat(3000);
  expect((await hand('a\0b', 'a\0b \ud800')).status).toBe(400);
  // Pairs that the longest id and the longest note would cut in two.
  for (const note of [ship, `x${ship}`]) {
    expect((await hand(`${'x'.repeat(63)}${ship.slice(0, 2)}`, note)).status).toBe(400);
  }
  const { entries } = await admin.call(listAudit, { call: 'handOverChat' });
  expect(entries.map(({ outcome }) => outcome)).toEqual(['invalid', 'invalid', 'invalid']);
  expect(entries.at(-1)).toMatchObject({ about: 'no id' });
  expect(await verify()).toMatchObject({ fine: true });
});

test('[L15] a mark of byte order, which a driver drops when it reads, does not break the audit', async () => {
  const ask = (id: string) =>
    app.fetch(`/console/api/customers/${encodeURIComponent(id)}`, {
      headers: { ...harbor, authorization: `Bearer ${admin.token}` },
    });
  for (const id of ['\uFEFFusr_1', '\uFEFF\uFEFF', 'usr\uFEFF']) {
    expect((await ask(id)).status).toBe(404);
  }
  expect(await verify()).toMatchObject({ fine: true });
});

test('[L15] what was typed into a wrong field is not kept, be it a card, a password or an address', async () => {
  const card = '4242424242424242';
  const wrong = { reason: 'goodwill', note: 'Harbor1!', idempotencyKey: 'k', amount: { card } };
  const post = (id: string, body: object) =>
    app.fetch(`/console/api/customers/${encodeURIComponent(id)}/credit`, {
      method: 'POST',
      headers: {
        ...harbor,
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  expect((await post('usr_1', wrong)).status).toBe(400);
  for (const id of ['maya@example.com', '2125550101']) {
    expect((await post(id, wrong)).status).toBe(400);
  }
  const { entries } = await admin.call(listAudit, { call: 'giveCredit', outcome: 'invalid' });
  expect(entries.map(({ about }) => about)).toEqual(['no id', 'no id', 'usr_1']);
  for (const secret of [card, 'Harbor1!', 'maya@', '2125550101']) {
    expect(JSON.stringify(entries)).not.toContain(secret);
  }
});

test('[L15] what is undone with its transaction leaves only the row that says so', async () => {
  const before = await sql<{ n: string }>`select count(*) as n from staff`.execute(query());
  await sql`alter table staff add constraint no_lou check (email <> 'lou@harbor.example')`.execute(
    query(),
  );
  expect(
    (await admin.refusal(inviteStaff, { email: 'lou@harbor.example', role: 'viewer' })).status,
  ).toBe(500);
  const after = await sql<{ n: string }>`select count(*) as n from staff`.execute(query());
  expect(after.rows).toEqual(before.rows);
  const { entries } = await admin.call(listAudit, { call: 'inviteStaff' });
  expect(entries[0]).toMatchObject({ outcome: 'failed', detail: { email: 'lou@harbor.example' } });
});

test('[L15] it is searched by staff, call and outcome, page by page, and exported as CSV', async () => {
  for (let i = 0; i < 55; i += 1) await admin.call(listStaff, {});
  const { entries, next } = await admin.call(listAudit, { call: 'listStaff', outcome: 'done' });
  expect(entries).toHaveLength(50);
  const rest = await admin.call(listAudit, { call: 'listStaff', outcome: 'done', cursor: next });
  expect(rest.entries.length).toBeGreaterThan(4);
  expect(rest.entries.some(({ id }) => entries.some((one) => one.id === id))).toBe(false);
  const file = await app.fetch(exportAudit.wire.slice(4), {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect((await file.text()).split('\r\n')[0]).toBe(
    'number,at,staff,role,call,customer,about,outcome,detail,network,hash',
  );
});

test('[L15] it is searched by days of the brand, both among them, and exported so', async () => {
  const { entries } = await admin.call(listAudit, {});
  const today = dayInZone(new Date(entries[0]?.at ?? ''), 'America/New_York');
  const found = async (from: string, to: string) =>
    (await admin.call(listAudit, { from, to })).entries.length;
  expect(await found(today, today)).toBeGreaterThan(0);
  expect(await found(dayLater(today, 1), dayLater(today, 2))).toBe(0);
  expect(await found(dayLater(today, -9), dayLater(today, -2))).toBe(0);
  const file = await app.fetch(`${exportAudit.wire.slice(4)}?to=${dayLater(today, -2)}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect((await file.text()).split('\r\n')).toHaveLength(2);
  for (const none of ['yesterday', '0001-01-01', '9999-12-31']) {
    const { problem } = await admin.refusal(listAudit, { from: none });
    expect(problem.errors?.[0]?.message, none).toBe('Write the day as 2026-11-25.');
  }
});

test('[L15] the database itself refuses to change or delete a row', async () => {
  for (const tampering of [
    sql`update audit_entries set outcome = 'done'`,
    sql`delete from audit_entries`,
  ]) {
    await expect(tampering.execute(query())).rejects.toThrow('only added to');
  }
});

test('[L15] "audit verify" proves the chain, and names the row that was changed, taken out or cut off', async () => {
  await sealEntries(app.app);
  expect(await verify()).toMatchObject({ fine: true });
  const { rows } = await sql<{ id: string }>`
    select id from audit_entries where seq is not null order by seq`.execute(query());
  const [victim, after] = [rows[4]?.id ?? '', rows[5]?.id ?? ''];
  // Somebody who may do everything with the database.
  await sql`alter table audit_entries disable trigger audit_entries_stay`.execute(query());
  const [kept] = (
    await sql<{
      row: string;
    }>`select outcome as row from audit_entries where id = ${victim}`.execute(query())
  ).rows;
  await sql`update audit_entries set outcome = 'innocent' where id = ${victim}`.execute(query());
  expect(await verify()).toMatchObject({ fine: false, text: expect.stringContaining(victim) });
  await sql`update audit_entries set outcome = ${kept?.row} where id = ${victim}`.execute(query());
  expect(await verify()).toMatchObject({ fine: true });
  await sql`create table aside as select * from audit_entries where id = ${victim}`.execute(
    query(),
  );
  await sql`delete from audit_entries where id = ${victim}`.execute(query());
  expect(await verify()).toMatchObject({ fine: false, text: expect.stringContaining(after) });
  await sql`insert into audit_entries select * from aside`.execute(query());
  expect(await verify()).toMatchObject({ fine: true });
  const last = rows.at(-1)?.id ?? '';
  await sql`delete from audit_entries where id = ${last} or seq is null`.execute(query());
  expect(await verify()).toMatchObject({
    fine: false,
    text: expect.stringContaining('end of the chain'),
  });
});

test('[L15] the job seals what was committed, once, also when two do it at the same time', async () => {
  const fresh = await openTestApp();
  try {
    await Promise.all([1, 2, 3].map(() => fresh.staff('agent')));
    await Promise.all([sealEntries(fresh.app), sealEntries(fresh.app)]);
    fresh.clock.move(minutes(1));
    const answer = await runVerb(fresh.app, ['audit', 'verify']);
    expect(answer).toMatchObject({ fine: true });
  } finally {
    await fresh.close();
  }
});

test('[L15] a customer is found by name, address or id, and no other brand’s; the search keeps little of it', async () => {
  const maya = await app.as('maya@example.com');
  const { id } = await maya.call(viewUser, {});
  await admin.call(viewVerification, { id });
  const whose = async (customerId: string) => {
    const { entries } = await admin.call(listAudit, { customerId });
    return new Set(entries.map((one) => one.customerId));
  };
  for (const typed of [id, 'maya@example.com', 'Maya Alvarez', 'alvarez']) {
    expect([typed, ...(await whose(typed))]).toEqual([typed, id]);
  }
  expect(await whose('Nobody Here')).toEqual(new Set());
  const { entries: about } = await admin.call(listAudit, { customerId: id });
  expect(new Set(about.map((one) => one.customer))).toEqual(new Set(['Maya A.']));
  const file = await app.fetch(`${exportAudit.wire.slice(4)}?customerId=alvarez`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const rows = (await file.text()).trim().split('\r\n');
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows.slice(1)) expect(row).toContain(id);
  const { entries } = await admin.call(listAudit, { call: 'listAudit' });
  expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toMatch(/alvarez|maya@/i);
});
