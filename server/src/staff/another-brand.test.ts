import { sendChatMessage } from '@portside/contract/chat';
import * as addOns from '@portside/contract/console/add-ons';
import * as chats from '@portside/contract/console/chats';
import * as notices from '@portside/contract/console/notices';
import * as plans from '@portside/contract/console/plans';
import * as promos from '@portside/contract/console/promos';
import { changeSettings } from '@portside/contract/console/settings';
import { addSims, listShipping, sendCard } from '@portside/contract/console/shipping';
import { inviteStaff } from '@portside/contract/console/staff';
import { register } from '@portside/contract/sign-in';
import { placeOrder } from '@portside/contract/checkout';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, later } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const MESA = Number(mesa.mvnoid);

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.staff('admin');
});
afterAll(() => app.close());

const password = 'Anchor7!';

const person = { firstName: 'Mo', lastName: 'Stone', email: 'mo@stone.example' };

async function mesaChat(): Promise<string> {
  const { token } = await callerAt(app.address, undefined, () => mesa).call(register, {
    ...person,
    regPassword: password,
    confirmRegPassword: password,
  });
  await callerAt(app.address, token, () => mesa).call(sendChatMessage, { text: 'Hello Mesa' });
  const { rows } = await sql<{ id: string }>`
    select id from chats where tenant_id = ${MESA}`.execute(app.app.db.query);
  return rows[0]?.id ?? '';
}

/** Every row of the other brand, table by table, but the sums of days: the product writes those each hour. */
async function mesaRows(): Promise<Record<string, unknown>> {
  const db = app.app.db.query;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema = current_schema()
      and table_name <> 'day_figures'`.execute(db);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ all: string }>`
        select coalesce(string_agg(row::text, E'\n' order by row::text), '') as all
        from ${sql.table(name)} as row where tenant_id = ${MESA}`.execute(db);
      return [name, rows[0]?.all] as const;
    }),
  );
  return Object.fromEntries(found);
}

test('[L02] what names another brand’s things changes none of them', async () => {
  const id = await mesaChat();
  expect(id).not.toBe('');
  const now = app.app.clock.now();
  const card = '8901280000000000010';
  await sql`
    insert into ready_answers (id, tenant_id, title, text, created_at)
    values ('ans_mesa', ${MESA}, 'Hours', 'From eight.', ${now})`.execute(app.app.db.query);
  await sql`
    insert into sim_stock (tenant_id, iccid, added_at, added_by)
    values (${MESA}, ${card}, ${now}, 'Mo')`.execute(app.app.db.query);
  // The code and the welcome are on their way, and then noted.
  await app.eventually(async () => {
    const { rows } = await sql`select from sent_emails where tenant_id = ${MESA}`.execute(
      app.app.db.query,
    );
    return rows.length >= 2 || undefined;
  });
  const before = await mesaRows();
  const code = async (call: ReturnType<Caller['refusal']>) => (await call).problem.code;

  expect(JSON.stringify(await admin.call(chats.listChats, {}))).not.toContain(id);
  for (const endpoint of [chats.viewStaffChat, chats.handOverChat, chats.closeChat]) {
    expect(await code(admin.refusal(endpoint, { id }))).toBe('not_found');
  }
  expect(await code(admin.refusal(chats.takeChat, { id, over: true }))).toBe('not_found');
  const reply = { id, text: 'Hi', clientId: randomUUID() };
  expect(await code(admin.refusal(chats.replyToChat, reply))).toBe('not_found');
  expect(await code(admin.refusal(chats.dropReadyAnswer, { id: 'ans_mesa' }))).toBe('not_found');

  const plan = { id: 'pebble-copy', copyOf: 'pebble-1', retailName: 'Pebble', dataGb: 1 };
  expect(await code(admin.refusal(plans.addPlan, plan))).not.toBe('internal');
  // The same id is another plan here.
  await admin.call(plans.addPlan, { ...plan, id: 'pebble-1', copyOf: 'sloop-12' });
  const addOn = { name: 'More', description: 'More data', price: 5, megabytes: 1000 };
  await admin.call(addOns.addAddOn, { ...addOn, id: 'more-data', recurring: false });

  // Fields that a client may add are no way to another brand.
  const elsewhere = { tenantId: MESA, mvnoId: MESA, tenant: MESA } as object;
  await admin.call(changeSettings, { unlockMinutes: 5, ...elsewhere });
  await admin.call(inviteStaff, { email: 'mo@example.com', role: 'viewer', ...elsewhere });
  await admin.call(chats.keepReadyAnswer, { title: 'Hours', text: 'From nine.', ...elsewhere });
  await admin.call(notices.addNotice, {
    kind: 'outage',
    texts: { en: 'Slow', es: 'Lento' },
    from: '',
    until: later(now, hours(5)).toISOString(),
    ...elsewhere,
  } as never);
  await admin.call(promos.addPromo, {
    code: 'ELSEWHERE',
    percentOff: 10,
    everyPeriod: false,
    ...elsewhere,
  });
  expect(await mesaRows()).toEqual(before);

  // Their card is not in this stock, and does not come into it; whose it is is not told.
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    simType: 'physical',
    shipping: { addressOne: '14 Pier Street', city: 'New York', state: 'NY', zipCode: '10038' },
  } as never);
  await customer.call(placeOrder, order);
  const parcel = await app.eventually(
    async () => (await admin.call(listShipping, {})).cards.at(-1)?.id,
  );
  const sent = { id: parcel, iccid: card, carrier: 'USPS', trackingNumber: '' };
  expect((await admin.refusal(sendCard, sent)).problem.reason).toBe('not_in_stock');
  const own = '8901280000000000028';
  const answer = await admin.call(addSims, { csv: `${own}\n${card}` });
  expect(answer).toMatchObject({ taken: 1, already: 0, refused: 1 });
  expect(answer.lines).toEqual([
    { line: 2, text: card, message: expect.stringMatching(/^This card is in another stock/) },
  ]);
  expect(JSON.stringify(answer)).not.toMatch(/mesa/i);
  expect((await admin.refusal(sendCard, sent)).problem.reason).toBe('not_in_stock');
  await admin.call(sendCard, { ...sent, iccid: own });
  expect(await mesaRows()).toEqual(before);

  // Whoever runs the server takes it out there, and it may come in here.
  const { text } = await runVerb(app.app, ['shipping', 'out', card]);
  expect(text).toBe('It is out of the stock of mesa.');
  expect(await admin.call(addSims, { csv: card })).toMatchObject({ taken: 1, refused: 0 });
  expect(await runVerb(app.app, ['shipping', 'out', own])).toEqual({
    fine: false,
    text: 'No SIM card in stock has this number.',
  });
});
