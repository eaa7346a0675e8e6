import type { Arrived, World } from './world.ts';

/** What is broken on purpose, so that the whole program is seen to fail. */
export interface Sabotage {
  takesEmail: (email: Arrived) => boolean;
  payment: (sent: Sent) => void;
  carrier: (sent: Sent) => void;
  afterwards(world: World): Promise<unknown>;
}
interface Sent {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
}

const none: Sabotage = {
  takesEmail: () => true,
  payment() {},
  carrier() {},
  async afterwards() {},
};

const sql = (text: string) => () => ({ afterwards: ({ database }: World) => database.query(text) });
const books = (change: (world: World) => void) => () => ({
  afterwards: async (world: World) => change(world),
});
let count = 0;

export const sabotages: Readonly<Record<string, () => Partial<Sabotage>>> = {
  /** The provider forgets keys: each try of a charge is another one. */
  'forgets-keys': () => ({
    payment({ method, path, headers }) {
      if (method !== 'POST' || path !== '/v1/payment_intents') return;
      count += 1;
      headers['idempotency-key'] = `${String(headers['idempotency-key'])}-${count}`;
    },
  }),
  /** The mail server takes each tenth email, and loses it. */
  'loses-email': () => ({ takesEmail: () => (count += 1) % 10 !== 0 }),
  'charges-more': books(({ stripe }) => {
    for (const intent of stripe.account.intents.values()) intent.amount += 1;
  }),
  'loses-refunds': books(({ stripe }) => stripe.account.refunds.clear()),
  'activates-twice': books(({ gigs }) => {
    const [one] = gigs.has.subscriptions.filter(({ status }) => status === 'active');
    if (one) gigs.has.subscriptions.push({ ...one, id: `${one.id}-again` });
  }),
  'moves-a-number-twice': books(({ gigs }) => {
    const [one] = gigs.has.portings.filter(({ status }) => status === 'completed');
    if (one) gigs.has.portings.push({ ...one, id: `${one.id}-again` });
  }),
  'leaves-an-order': sql(`update orders set status = 'placed'
    where id = (select id from orders where status = 'paid' limit 1)`),
  'leaves-a-line': sql(`update lines set status = 'activating'
    where id = (select id from lines where status = 'active' limit 1)`),
  'leaves-a-port-in': sql(`update port_ins set status = 'submitted'
    where id = (select id from port_ins where status = 'completed' limit 1)`),
  'loses-a-period': sql('delete from line_periods where id = (select max(id) from line_periods)'),
  'gives-up-a-job': sql(`insert into pgboss.job (name, data, start_after)
    values ('send-letter', '{"id":"let_never"}', now() - interval '1 minute')`),
  'loses-messages': sql('delete from chat_messages'),
  'forgets-names': sql(`update customers set last_name = 'Nobody'`),
  'forgets-passwords': sql('delete from credentials'),
};

export const sabotageOf = (name: string | undefined): Sabotage => ({
  ...none,
  ...(name === undefined ? {} : sabotages[name]?.()),
});
