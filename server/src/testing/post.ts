import { sql } from 'kysely';
import { passTime } from './passing-time.ts';
import type { MailboxLetter, TestApp } from './test-app.ts';

const read = new WeakMap<TestApp, Set<string>>();

/** The next letter about this that nobody has read yet; no time is lost while it waits. */
export async function nextLetter(
  app: TestApp,
  to: string,
  subject: RegExp,
): Promise<MailboxLetter> {
  const seen = read.get(app) ?? new Set();
  read.set(app, seen);
  const letter = await app.eventually(async () => {
    const all = await app.letters(to, 0);
    const found = all.find((one) => subject.test(one.subject) && !seen.has(one.id));
    if (!found) await passTime(app);
    return found;
  });
  seen.add(letter.id);
  return letter;
}

/** What has come so far is read: the next letter is a new one. */
export async function readAll(app: TestApp, to: string): Promise<void> {
  await allPosted(app);
  const seen = read.get(app) ?? new Set();
  read.set(app, seen);
  for (const { id } of await app.letters(to, 0)) seen.add(id);
}

/** The code in it. */
export async function nextCode(
  app: TestApp,
  to: string,
  subject = /code|Confirm/,
): Promise<string> {
  const { code } = await nextLetter(app, to, subject);
  if (!code) throw new Error('There is no code in this letter');
  return code;
}

/** The token in its link. */
export async function nextLinkToken(app: TestApp, to: string, subject: RegExp): Promise<string> {
  const { link } = await nextLetter(app, to, subject);
  const token = new URL(link ?? '').searchParams.get('token');
  if (!token) throw new Error('There is no token in this letter');
  return token;
}

/** Until every letter that was written has arrived: to see that there is no further one. */
export function allPosted(app: TestApp): Promise<true> {
  return app.eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pgboss.job
      where name in ('mail-login-code', 'mail-reset-link', 'send-letter', 'send-urgent-letter')
        and state in ('created', 'retry', 'active')`.execute(app.app.db.query);
    return rows[0]?.waiting === 0 || undefined;
  });
}
