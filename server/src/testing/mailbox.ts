import { sql } from 'kysely';
import { inTime } from './passing-time.ts';
import type { MailboxMessage, TestApp } from './test-app.ts';

const read = new WeakMap<TestApp, Set<string>>();

/** The next email about this that nobody has read yet; no time is lost while it waits. */
export async function nextEmail(
  app: TestApp,
  to: string,
  subject: RegExp,
): Promise<MailboxMessage> {
  const seen = read.get(app) ?? new Set();
  read.set(app, seen);
  const mail = await inTime(app, async () => {
    const all = await app.emails(to, 0);
    return all.find((one) => subject.test(one.subject) && !seen.has(one.id));
  });
  seen.add(mail.id);
  return mail;
}

/** What has come so far is read: the next email is a new one. */
export async function readAll(app: TestApp, to: string): Promise<void> {
  await allEmailsSent(app);
  const seen = read.get(app) ?? new Set();
  read.set(app, seen);
  for (const { id } of await app.emails(to, 0)) seen.add(id);
}

/** The code in it. */
export async function nextCode(
  app: TestApp,
  to: string,
  subject = /code|Confirm/,
): Promise<string> {
  const { code } = await nextEmail(app, to, subject);
  if (!code) throw new Error('There is no code in this email');
  return code;
}

/** The token in its link. */
export async function nextLinkToken(app: TestApp, to: string, subject: RegExp): Promise<string> {
  const { link } = await nextEmail(app, to, subject);
  const token = new URL(link ?? '').searchParams.get('token');
  if (!token) throw new Error('There is no token in this email');
  return token;
}

/** Until every email that was written has arrived: to see that there is no further one. */
export function allEmailsSent(app: TestApp): Promise<true> {
  return app.eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pgboss.job
      where name in ('mail-login-code', 'mail-reset-link', 'send-letter', 'send-urgent-letter')
        and state in ('created', 'retry', 'active')`.execute(app.app.db.query);
    return rows[0]?.waiting === 0 || undefined;
  });
}
