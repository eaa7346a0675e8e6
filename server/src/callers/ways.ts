import type { App } from '../app.ts';
import { days, later, minutes } from '../clock.ts';
import { viewPerson, type Person } from '../account/person.ts';
import type { Query } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import { ownerOf, type Staff } from '../http/who.ts';
import { provableNumbers } from '../lines/provable-numbers.ts';
import { changedSince } from '../sessions/activity.ts';
import { simsChangedSince, withFormerMember } from '../sim-replacement/changed-since.ts';
import { wroteSince } from '../support/chat.ts';
import { lastFour, maskedEmail } from '../account/masking.ts';

/** What changed since then may be a thief's, and proves nothing. */
const SETTLED = days(30);
const CHATTING = minutes(30);

export const cameBack = 'Emails to this address came back lately.';

interface CodeWay {
  readonly to: 'email' | 'phone';
  readonly address: string;
  readonly shown: string;
}

interface Ways {
  readonly person: Person;
  readonly codes: readonly CodeWay[];
  readonly chats: boolean;
  readonly warnings: readonly string[];
}

/** How this customer may be verified, told before anything is sent. @throws No `not_found` */
export async function waysOf(app: App, db: Query, who: Staff, id: string): Promise<Ways> {
  const person = await viewPerson(db, ownerOf(who.tenant, id));
  if (person.joinedTo ?? person.erasedAt) throw notFound();
  who.noteAbout?.(person.owner);
  const now = app.clock.now();
  const since = later(now, -SETTLED);
  const changes = await changedSince(db, person.owner, kinds, since);
  const email = emailWay(person, changes);
  const phone = await phoneWays(app, db, who, person, { changes, since });
  const chats = await wroteSince(db, person.owner, later(now, -CHATTING));
  return {
    person,
    codes: [...email.codes, ...phone.codes],
    chats,
    warnings: [...email.warnings, ...phone.warnings],
  };
}

const kinds = ['email_changed', 'phone_changed', 'number_changed'] as const;
type Changes = ReadonlySet<(typeof kinds)[number]>;

interface Found {
  readonly codes: readonly CodeWay[];
  readonly warnings: readonly string[];
}

function emailWay({ email, emailVerified }: Person, changes: Changes): Found {
  const none = (warning: string) => ({ codes: [], warnings: [warning] });
  if (!emailVerified) return none('The email address was never confirmed. No code goes there.');
  if (changes.has('email_changed')) {
    return none('The email address changed within the last 30 days. No code goes there.');
  }
  return { codes: [{ to: 'email', address: email, shown: maskedEmail(email) }], warnings: [] };
}

/** A line of theirs: the contact number was never confirmed. */
async function phoneWays(
  app: App,
  db: Query,
  who: Staff,
  { owner }: Person,
  { changes, since }: { changes: Changes; since: Date },
): Promise<Found> {
  const warnings = [
    ...(changes.has('phone_changed')
      ? ['The contact number changed within the last 30 days. Do not call it back.']
      : []),
    ...(changes.has('number_changed')
      ? ['A line got another number within the last 30 days. No code goes to a phone.']
      : []),
  ];
  const lines = await provableNumbers(db, owner);
  const ids = lines.map(({ id }) => id);
  const changed = await simsChangedSince(db, ids, since);
  const others = await withFormerMember(db, ids);
  const codes: CodeWay[] = [];
  for (const { id, number, activatedAt } of lines) {
    const shown = lastFour(number);
    if (others.has(id)) {
      warnings.push(`Somebody else had ${shown}, and may have its SIM. No code goes there.`);
    } else if (changed.has(id)) {
      warnings.push(`The SIM of ${shown} changed within the last 30 days. No code goes there.`);
    } else if (!activatedAt || activatedAt > since) {
      warnings.push(`The line ${shown} is younger than 30 days. No code goes there.`);
    } else codes.push({ to: 'phone', address: number, shown });
  }
  const canText = app.adapters.of(who.tenant).sms.name !== 'off' && !changes.has('number_changed');
  return { codes: canText ? codes.slice(0, 1) : [], warnings };
}
