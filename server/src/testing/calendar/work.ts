import { createHash } from 'node:crypto';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { clockInZone } from '../../brands/time-zone.ts';
import { days, hours, later, minutes } from '../../clock.ts';
import { ownerOf } from '../../http/who.ts';
import { countSubmit } from '../../port-in/submit-limits.ts';
import { chargeTime } from '../../renewals/autopay-times.ts';
import { isOnNewSim } from '../../texts/own-numbers.ts';
import { pure, type Promised, type Stage } from './stage.ts';
import { cards, fillCart, orderOf, paymentToken } from '../shopping.ts';

const zone = 'America/New_York';

/** Ids of lines by their share of the two hours: the least first. */
const shareOf = (id: string) => createHash('sha256').update(id).digest('hex');
const ids = Array.from({ length: 40_000 }, (_, at) => `line ${at}`)
  .map((id) => ({ id, share: shareOf(id) }))
  .toSorted((a, b) => (a.share < b.share ? -1 : 1))
  .map(({ id }) => id);

/** A reply of the desk that nobody has read. */
async function reply(stage: Stage, name: string) {
  const chat = `cht_${name.padEnd(26, '0')}`;
  const now = stage.now();
  await stage.rows(sql`
    insert into chats (id, tenant_id, browser_id, email, language, created_at, written_at)
    values (${chat}, 6, ${chat}, 'visitor@example.com', 'en', ${now}, ${now})`);
  await stage.rows(sql`
    insert into chat_messages (id, chat_id, author, text, masked, at)
    values (${`msg ${chat}`}, ${chat}, 'desk', 'Hello', false, ${now})`);
  return async () => {
    await stage.run('mail-chat-replies');
    const [row] = await stage.rows(sql`select mailed_at as at from chat_messages
      where chat_id = ${chat}`);
    return row?.['at'] !== null;
  };
}

export const ofWork: Readonly<Record<string, Promised>> = {
  'a payment that the bank wants confirmed is waited for 30 minutes': {
    lasts: minutes(30),
    home: 'CONFIRMED_WITHIN = minutes(30)',
    async begin(stage) {
      const { caller } = await stage.person();
      const token = await paymentToken(stage.test, cards.confirms);
      const order = orderOf(await fillCart(stage.test), { paymentToken: token });
      const { orderId: id } = await caller.call(placeOrder, order);
      return async () => {
        await stage.run('give-up-confirmations');
        return (await caller.call(viewOrder, { id })).status !== 'confirm';
      };
    },
  },
  'a reply of support is emailed when it was not read for three minutes': {
    lasts: minutes(3),
    home: 'AWAY = minutes(3)',
    begin: (stage) => reply(stage, 'away'),
  },
  'a reply of support waits a day for an address': {
    lasts: days(1),
    home: 'TRIED_FOR = days(1)',
    async begin(stage) {
      const isMailed = await reply(stage, 'tried');
      await stage.rows(sql`update chats set email = null where id like 'cht_tried%'`);
      return async () => {
        await stage.rows(sql`update chats set email = 'late@example.com'
          where id like 'cht_tried%'`);
        await stage.rows(sql`update chat_messages set mailed_at = null
          where chat_id like 'cht_tried%'`);
        return !(await isMailed());
      };
    },
  },
  'five submits of a number are a day’s': {
    lasts: days(1),
    home: 'submitsSince(tx, row, later(now, -days(1)))',
    async begin(stage) {
      const { id: customer_id } = await stage.anybody();
      const now = stage.now();
      const id = 'por_submitted';
      await stage.rows(sql`insert into port_ins
        (id, tenant_id, customer_id, msisdn, zip_code, sim_type, status, created_at, updated_at)
        values (${id}, 6, ${customer_id}, '2125550177', '10038', 'esim', 'pending', ${now}, ${now})`);
      const row = { id, tenant_id: 6, customer_id, msisdn: '2125550177' } as Parameters<
        typeof countSubmit
      >[2];
      const count = () => stage.inOne((tx) => countSubmit(stage.app, tx, row));
      for (let times = 0; times < 5; times += 1) if (!(await count())) throw new Error('Too few');
      return count;
    },
  },
  'a line on a new SIM gets no texts for a day': {
    lasts: hours(24),
    home: 'NEW_SIM_WAITS = hours(24)',
    async begin(stage) {
      const person = await stage.anybody();
      const id = await stage.line(person);
      const now = stage.now();
      await stage.rows(sql`insert into sim_replacements
        (id, tenant_id, line_id, state, sim_type, iccid, asked_at, effective_at, ended_at)
        values (${`new ${id}`}, 6, ${id}, 'done', 'esim', '', ${now}, ${now}, ${now})`);
      const [line] = await stage.rows(sql`select mdn from lines where id = ${id}`);
      const owner = ownerOf(6, person.id);
      return async () => !(await isOnNewSim(stage.app, owner, String(line?.['mdn'])));
    },
  },
  '[K04] autopay charges within two hours from nine': {
    lasts: hours(2),
    home: 'WITHIN_SECONDS = hours(2) / seconds(1)',
    begin: pure((from, now) => {
      const [first = '', last = ''] = [ids.at(0), ids.at(-1)];
      const after = (id: string) => {
        const local = clockInZone(chargeTime(id, later(from, days(9)), zone), zone);
        return (local.getTime() % days(1)) - hours(9);
      };
      return after(first) === 0 && after(last) < now.getTime() - from.getTime();
    }),
  },
};
