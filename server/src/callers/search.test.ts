import { viewUser } from '@portside/contract/account';
import { listAudit } from '@portside/contract/console/audit';
import { searchConsole } from '@portside/contract/console/search';
import { listLines } from '@portside/contract/lines';
import { listCards, listTransactions } from '@portside/contract/payments';
import { listPortIns } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { bring } from '../testing/porting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let maya: Caller;
let mayaId = '';
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
  maya = await app.as('maya@example.com');
  mayaId = (await maya.call(viewUser, {})).id;
});
afterAll(() => app.close());

const find = (q: string) => agent.call(searchConsole, { q });
const kinds = async (q: string) =>
  (await find(q)).results.filter((one) => one.customerId === mayaId).map((one) => one.kind);

test('[L03] a customer is found by the address, whole or begun, in any case', async () => {
  for (const q of ['maya@example.com', ' MAYA@Example.com ', 'maya@', 'maya']) {
    expect(await kinds(q)).toContain('customer');
  }
});

test('[L03] a customer is found by name: first, last, both, in either order, and begun', async () => {
  for (const q of ['Maya', 'alvarez', 'Maya Alvarez', 'ALVAREZ maya', 'Alvarez, Maya', 'maya al']) {
    expect(await kinds(q)).toEqual(['customer']);
  }
  await sql`update customers set first_name = 'Maya Lee' where id = ${mayaId}`.execute(
    app.app.db.query,
  );
  expect(await kinds('Maya Alvarez')).toEqual(['customer']);
  await sql`update customers set first_name = 'Maya' where id = ${mayaId}`.execute(
    app.app.db.query,
  );
});

test('[L03] a line is found by its number in any notation and by its ICCID, a card by its last four', async () => {
  const { lines } = await maya.call(listLines, {});
  const line = lines.find(({ mdn, iccid }) => mdn && iccid);
  const number = line?.mdn ?? '';
  const spaced = `+1 (${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`;
  for (const q of [number, spaced]) expect(await kinds(q)).toContain('line');
  for (const q of [line?.iccid, `${line?.iccid}F`]) expect(await kinds(q ?? '')).toEqual(['line']);
  expect(await kinds(line?.id ?? '')).toEqual(['line']);
  const { cards } = await maya.call(listCards, {});
  expect(await kinds(cards[0]?.last4Digits ?? '')).toContain('card');
  // Their contact number is that of a line.
  expect(await kinds('(212) 555-0101')).toEqual(['line', 'customer']);
});

test('[L03] an order and a port-in are found by their id, a port-in by its number too', async () => {
  const omar = await app.as('omar@example.com');
  const { id: customerId } = await omar.call(viewUser, {});
  await bring(omar, '2125550177');
  const [portIn] = (await omar.call(listPortIns, {})).portIns;
  for (const q of ['2125550177', portIn?.id ?? '']) {
    const { results } = await find(q);
    expect(results).toContainEqual(
      expect.objectContaining({ kind: 'port_in', id: portIn?.id, customerId }),
    );
  }
  const { rows } = await sql<{ id: string }>`
    select id from orders where customer_id = ${customerId} limit 1`.execute(app.app.db.query);
  const { results } = await find(rows[0]?.id.toUpperCase() ?? '');
  expect(results).toMatchObject([{ kind: 'order', id: rows[0]?.id, customerId }]);
});

test('[L03] an order is found by its number as the caller reads it out, and a wrong digit finds none', async () => {
  const omar = await app.as('omar@example.com');
  const { id: customerId } = await omar.call(viewUser, {});
  const { transactions } = await omar.call(listTransactions, {});
  const number = transactions.find((one) => one.orderNumber)?.orderNumber ?? '';
  expect(number).toMatch(/^H-\d{4}-\d\d$/);
  for (const said of [number, number.toLowerCase().replaceAll('-', ' '), number.slice(2)]) {
    const { results } = await find(said);
    expect(results).toMatchObject([{ kind: 'order', customerId }]);
    expect(results[0]?.title).toContain(`Order ${number} of 20`);
  }
  const wrong = number.replace(/\d/, (digit) => String((Number(digit) % 9) + 1));
  expect(await find(wrong)).toMatchObject({
    results: [],
    hint: expect.stringContaining('a digit is wrong'),
  });
});

test('[L03] a result tells a masked address and the last four of a number, and nothing more', async () => {
  const { lines } = await maya.call(listLines, {});
  const number = lines[0]?.mdn ?? '';
  for (const q of ['maya@example.com', 'Alvarez', number, lines[0]?.iccid ?? '']) {
    const answer = await find(q);
    const told = JSON.stringify(answer.results.map(({ title, detail }) => [title, detail]));
    expect(told).toContain(`m•••@example.com, •••• ${number.slice(-4)}`);
    for (const secret of [
      'maya@',
      'Alvarez',
      number,
      lines[0]?.plan.retailName ?? '?',
      '2125550',
    ]) {
      expect(told).not.toContain(secret);
    }
  }
});

test('[L03] the empty word, and what can be nothing, are told what to type; `%` and `_` are letters', async () => {
  const nothing = { results: [], more: false };
  expect(await find('  ')).toMatchObject({ ...nothing, hint: expect.stringMatching(/^Type an/) });
  for (const q of ['%', '_', '%@%', 'm_ya', 'm%', String.raw`\ `]) {
    expect([q, await find(q)]).toMatchObject([
      q,
      { ...nothing, hint: expect.stringMatching(/^Nothing fits/) },
    ]);
  }
  expect((await find('123')).hint).toMatch(/ten digits/);
  expect((await find('646 555')).hint).toMatch(/ten digits/);
});

test('[L03] a whole card number is not looked for, and not kept', async () => {
  const answer = await find('4242 4242 4242 4242');
  expect(answer.results).toEqual([]);
  expect(answer.hint).toMatch(/Never type a whole card number/);
  const admin = await app.staff('admin');
  const { entries } = await admin.call(listAudit, { call: 'searchConsole' });
  expect(entries[0]?.detail).toEqual({ by: 'a whole card number' });
});

test('[L03] [L15] who looked for whom is in the audit, with what was typed masked', async () => {
  const admin = await app.staff('admin');
  const { results } = await find('maya@example.com');
  const { entries } = await admin.call(listAudit, { call: 'searchConsole' });
  const detail = { by: 'email', for: 'm•••@example.com', found: results.length };
  expect(entries[0]).toMatchObject({ role: 'agent', outcome: 'done', detail });
  expect(JSON.stringify(entries)).not.toContain('maya@example.com');
});

test('[L03] of ten thousand hits the first twenty are shown, and it says how to see others', async () => {
  await sql`insert into customers
    select (jsonb_populate_record(customers, jsonb_build_object('id', 'usr_many' || n,
      'email', 'zoe' || n || '@example.com', 'last_name', 'Zeller' || n, 'first_name', 'Zoe'))).*
    from customers, generate_series(1, 10000) n where id = ${mayaId}`.execute(app.app.db.query);
  await sql`update customers set last_name = 'Zeller' where id = 'usr_many777'`.execute(
    app.app.db.query,
  );
  const answer = await find('zeller');
  expect(answer).toMatchObject({ more: true, hint: expect.stringMatching(/^More than 20/) });
  expect(answer.results).toHaveLength(20);
  // Who has exactly this name comes first.
  expect(answer.results[0]?.id).toBe('usr_many777');
});

test('[L03] [L02] a closed account, and everybody of another brand, are not found', async () => {
  await sql`insert into customers
    select (jsonb_populate_record(customers, jsonb_build_object('id', 'usr_' || kind,
      'email', kind || '@example.com', 'last_name', 'Quillfeather',
      'joined_to', case kind when 'closed' then id end,
      'tenant_id', case kind when 'closed' then tenant_id else tenant_id + 1 end))).*
    from customers, (values ('closed'), ('other')) as two (kind) where id = ${mayaId}`.execute(
    app.app.db.query,
  );
  for (const q of ['Quillfeather', 'closed@example.com', 'usr_closed', 'other@', 'usr_other']) {
    expect([q, (await find(q)).results]).toEqual([q, []]);
  }
});
