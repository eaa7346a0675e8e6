import type { Generated } from 'kysely';
import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import type { SmsPort, TextDelivery, TextMessage } from '../sms.ts';

export interface SandboxTextRow {
  seq: number;
  to_number: string;
  body: string;
  sent_at: Date;
}

/** Numbers that end so have answered STOP, or are of a landline. */
const HAS_STOPPED = /0098$/;
const IS_LANDLINE = /0097$/;
const FAILS: Readonly<Record<string, TextDelivery>> = {
  '0096': 'dead_number',
  '0095': 'filtered',
  '0094': 'unregistered',
};
const AT_MOST = 100;

const tables = (db: Query) =>
  db.withTables<{ sandbox_texts: Omit<SandboxTextRow, 'seq'> & { seq: Generated<number> } }>();

export function sandboxSms(world: Pick<World, 'db' | 'clock'>): SmsPort {
  return {
    name: 'sandbox',
    async send({ to, body }) {
      if (HAS_STOPPED.test(to)) return { kind: 'stopped' };
      if (IS_LANDLINE.test(to)) return { kind: 'refused', reason: 'not_a_mobile_number' };
      const { seq } = await tables(world.db.query)
        .insertInto('sandbox_texts')
        .values({ to_number: to, body, sent_at: world.clock.now() })
        .returning('seq')
        .executeTakeFirstOrThrow();
      return { kind: 'sent', ref: `text_${seq}` };
    },
    async find({ to, body }: TextMessage, since) {
      const row = await tables(world.db.query)
        .selectFrom('sandbox_texts')
        .select('seq')
        .where('to_number', '=', to)
        .where('body', '=', body)
        .where('sent_at', '>=', since)
        .executeTakeFirst();
      return row && { ref: `text_${row.seq}` };
    },
    async look(ref) {
      const row = await tables(world.db.query)
        .selectFrom('sandbox_texts')
        .select('to_number')
        .where('seq', '=', Number(ref.replace('text_', '')))
        .executeTakeFirst();
      return FAILS[row?.to_number.slice(-4) ?? ''] ?? 'delivered';
    },
  };
}

/** Production without a service: customers are offered none. */
export const noSms: SmsPort = {
  name: 'off',
  send: async () => ({ kind: 'refused', reason: 'off' }),
  find: async () => undefined,
  look: async () => 'failed',
};

export function listTexts(world: Pick<World, 'db'>, to = ''): Promise<SandboxTextRow[]> {
  let rows = tables(world.db.query).selectFrom('sandbox_texts').selectAll();
  if (to) rows = rows.where('to_number', 'like', `%${to.replaceAll(/\D/g, '').slice(-10)}`);
  return rows.orderBy('seq', 'desc').limit(AT_MOST).execute();
}
