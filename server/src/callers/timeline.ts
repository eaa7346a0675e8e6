import type {
  TimelineSource,
  viewTimeline as viewTimelineCall,
} from '@portside/contract/console/customers';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import type { Transaction } from '@portside/contract/payments';
import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { viewPerson } from '../account/person.ts';
import { callsAbout } from '../audit/audit.ts';
import { markOf, sentTo } from '../emails/sent-emails.ts';
import { invalid } from '../http/no.ts';
import { customerAt, type Owner, type Staff } from '../http/who.ts';
import { cursorAt, listTransactions } from '../payments/history.ts';
import { portInsOf } from '../port-in/port-in.ts';
import { activityForStaff } from '../sessions/activity.ts';
import { chatOfCustomer } from '../support/chat.ts';
import * as store from './store.ts';

const PAGE = 20;

interface Entry {
  /** Its place in its own source, from which the next page goes on. */
  readonly mark: string;
  readonly id: string;
  readonly at: string;
  readonly by?: string;
  readonly text: string;
  readonly letter?: string;
}

/** The newest first, a page of them, before that mark. */
type Source = (app: App, owner: Owner, before: string | undefined) => Promise<readonly Entry[]>;

const NEWEST = 'newest';

/**
 * One list of several. The cursor says how far each source was shown, so that nothing is left out or
 * told twice, whatever comes in between; and what was the newest, since what comes in later belongs
 * above it.
 */
export async function viewTimeline(
  app: App,
  who: Staff,
  { cursor }: ParsedInputOf<typeof viewTimelineCall>,
): Promise<OutputOf<typeof viewTimelineCall>> {
  const owner = customerAt(who);
  const before = new URLSearchParams(cursor);
  // No database holds a NUL, and none stood in the cursor as it was sent.
  if (before.toString().includes('%00')) throw invalid('cursor', 'This is no cursor.');
  const newest = before.get(NEWEST);
  const marks = new Map([...before].filter(([name, mark]) => name in sources && mark));
  const names = Object.keys(sources) as TimelineSource[];
  const found = await Promise.all(
    names.map(async (what) => {
      const source: Source = newest ? until(sources[what], newest) : sources[what];
      const entries = await source(app, owner, marks.get(what));
      return entries.slice(0, PAGE + 1).map((entry) => ({ what, ...entry }));
    }),
  );
  const all = found.flat().toSorted((a, b) => b.at.localeCompare(a.at));
  const shown = all.slice(0, PAGE);
  for (const { what, mark } of shown) marks.set(what, mark);
  const next = new URLSearchParams([...marks, [NEWEST, newest ?? shown[0]?.at ?? '']]);
  return {
    entries: shown.map(({ mark: _, ...entry }) => entry),
    ...(all.length > PAGE && { next: next.toString() }),
  };
}

/** Of a source that was not shown yet, what came in meanwhile is passed over. */
const until =
  (source: Source, newest: string): Source =>
  async (app, owner, before) => {
    const entries = await source(app, owner, before);
    const late = entries.findLast(({ at }) => at > newest);
    return late ? until(source, newest)(app, owner, late.mark) : entries;
  };

const outcomeWords = (outcome: Transaction['outcome']) => outcome.replaceAll('_', ' ');

/** Of several lines, those that do not stand as the payment does (P03). */
function otherwise(outcome: Transaction['outcome'], parts: Transaction['parts'] = []): string {
  const others = parts.flatMap((part, at) =>
    part.outcome === outcome
      ? []
      : [`; line ${at + 1}, ${part.item}: ${outcomeWords(part.outcome)}`],
  );
  return others.join('');
}

const sources: Readonly<Record<TimelineSource, Source>> = {
  account: async (app, owner, before) => {
    const activity = await activityForStaff(app, owner, { before, limit: PAGE + 1 });
    return activity.map(({ id, at, message: text, agent }) => ({
      mark: id,
      id,
      at,
      text,
      by: agent ?? 'Customer',
    }));
  },
  payment: async (app, owner, before) => {
    const { transactions } = await listTransactions(app, owner, {
      limit: PAGE + 1,
      cursor: before,
    });
    return transactions.map(({ id, transactionTime: at, item, outcome, paymentDetails, parts }) => {
      const amount = money(paymentDetails.finalCheckoutAmount ?? 0);
      const text = `${item}, ${amount}: ${outcomeWords(outcome)}${otherwise(outcome, parts)}`;
      return { mark: cursorAt({ at, id }), id, at, by: 'Customer', text };
    });
  },
  email: async (app, owner, before) => {
    const db = app.db.query;
    const person = await viewPerson(db, owner);
    // Until it is confirmed, the address may be somebody else's, and so may the emails.
    if (!person.emailVerified) return [];
    const to = {
      tenant: owner.tenant,
      address: person.email,
      since: person.emailSince ?? person.createdAt,
    };
    const emails = await sentTo(app, db, to, { before, limit: PAGE + 1 });
    return emails.map(({ id, at, subject, text }) => ({
      mark: markOf({ at, id }),
      id,
      at: at.toISOString(),
      text: subject,
      letter: text,
    }));
  },
  port_in: async (app, owner, before) => {
    const steps = (await portInsOf(app, owner, 'en'))
      .flatMap(({ id, msisdn, history }) =>
        history.map(({ at, status, reason }, step) => {
          const text = [status, reason].filter(Boolean).join(', ').replaceAll('_', ' ');
          return { id: `${id} ${step}`, at, text: `${phone(msisdn)}: ${text}` };
        }),
      )
      .toSorted((a, b) => a.at.localeCompare(b.at))
      // Counted from the oldest, which stay what they are.
      .map((step, place) => ({
        mark: String(place),
        ...step,
      }));
    return (before === undefined ? steps : steps.slice(0, Number(before) || 0)).toReversed();
  },
  chat: async (app, owner, before) => {
    const page = {
      before: before === undefined ? undefined : Number(before) || 0,
      limit: PAGE + 1,
    };
    const chat = await chatOfCustomer(app.db.query, owner, page);
    return (chat?.messages ?? []).map(({ id, seq, at, author, text }) => ({
      mark: String(seq),
      id,
      text,
      at: at.toISOString(),
      by: author === 'desk' ? 'Support' : 'Customer',
    }));
  },
  staff: (app, owner, before) => callsAbout(app, owner, { before, limit: PAGE + 1 }),
  note: async (app, owner, before) => {
    const notes = await store.notesOf(app.db.query, owner, { before, limit: PAGE + 1 });
    return notes.map(({ id, at, staff: by, text }) => ({
      mark: id,
      id,
      by,
      text,
      at: at.toISOString(),
    }));
  },
};
