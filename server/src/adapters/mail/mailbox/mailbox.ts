import type { Generated } from 'kysely';
import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import type { MailPort } from '../mail.ts';

export interface MailboxRow {
  seq: number;
  id: string;
  to_address: string;
  from_address: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  code: string | null;
  link: string | null;
  sent_at: Date;
}

const REFUSES = 'bounce@example.com';
const AT_MOST = 100;

const tables = (db: Query) =>
  db.withTables<{ sandbox_mail: Omit<MailboxRow, 'seq'> & { seq: Generated<number> } }>();

export function mailbox(world: World): MailPort {
  return {
    name: 'mailbox',
    async send({ id, to, from, replyTo, subject, text, html, code, link }) {
      if (bareAddress(to) === REFUSES) return { refused: '550 5.1.1 There is no such mailbox' };
      await tables(world.db.query)
        .insertInto('sandbox_mail')
        .values({
          id,
          to_address: bareAddress(to),
          from_address: from,
          reply_to: replyTo ?? null,
          subject,
          text,
          html,
          code: code ?? null,
          link: link ?? null,
          sent_at: world.clock.now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return 'accepted';
    },
  };
}

export function listMail(world: World, to = ''): Promise<MailboxRow[]> {
  let rows = tables(world.db.query).selectFrom('sandbox_mail').selectAll();
  if (to)
    rows = rows.where((where) => where(where.fn('lower', ['to_address']), '=', bareAddress(to)));
  return rows.orderBy('seq', 'desc').limit(AT_MOST).execute();
}

export function findMail(world: World, id: string): Promise<MailboxRow | undefined> {
  return tables(world.db.query)
    .selectFrom('sandbox_mail')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** `Ann Bee <Ann@Example.com>` is `ann@example.com`. */
function bareAddress(to: string): string {
  return (/<([^<>]+)>\s*$/.exec(to)?.[1] ?? to).trim().toLowerCase();
}
