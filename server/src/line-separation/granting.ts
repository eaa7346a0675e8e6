import * as calls from '@portside/contract/console/line-separations';
import type { LineHindrance } from '@portside/contract/console/line-separations';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import { holdOpen } from '../account/joining.ts';
import type { App } from '../app.ts';
import { holdCredit } from '../credit/credit.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { invalid, No, notFound, Refused, refused } from '../http/no.ts';
import type { Owner, Staff } from '../http/who.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { keptPlan } from '../renewals/next-bill.ts';
import {
  type SeparatedLine,
  separateLine,
  tellSeparatedAddress,
} from '../line-handover/separating.ts';
import { accountOfReader } from '../sign-in/account-of-reader.ts';
import { told } from '../words/told.ts';
import { doneEmail } from './emails.ts';
import { type FoundLine, hints, isProvenOf, lineOfNumber, whyNot } from './looking.ts';
import { type OpenedLine, openLines, openTold, type Told } from './sealed.ts';
import { freeKept } from './keeping.ts';
import { missingOf } from './shown.ts';
import { holdOpenRequest } from './staff-desk.ts';
import * as store from './store.ts';

type Grant = typeof calls.grantSeparation;
/** Cents, by number. */
type Prices = ReadonlyMap<string, number>;

/**
 * The lines go to an account of the safe address, in one transaction; whose they were learns nothing
 * (P05). The request is done once no other line is left. @throws No `not_found`
 */
export async function grantSeparation(
  app: App,
  who: Staff,
  { id, numbers }: ParsedInputOf<Grant>,
): Promise<OutputOf<Grant> | Refused<ReasonOf<Grant>>> {
  const prices = await pricesOf(app, who, numbers);
  const granted = await app.db
    .transaction((tx) => grant(app, tx, who, { id, numbers, prices }))
    .catch(refusalIn);
  if (granted instanceof Refused) return granted;
  const { moved, left } = granted;
  for (const line of moved) if (line.asksCarrier) await tellSeparatedAddress(app, line.id);
  if (left.length > 0) {
    return told(
      'What you chose is in an account of its own. An email about it is on its way to the safe address. The other lines still have to be decided.',
    );
  }
  return told(
    moved.length === 1
      ? 'The line is in an account of its own. An email about it is on its way to the safe address.'
      : 'The lines are in an account of their own. An email about it is on its way to the safe address.',
  );
}

/** Asked before, as plans are: what the next 30 days of each will cost. */
async function pricesOf(app: App, { tenant }: Staff, numbers: readonly string[]): Promise<Prices> {
  const db = app.db.query;
  const prices = new Map<string, number>();
  for (const number of numbers) {
    const found = await lineOfNumber(db, tenant, number);
    const line = found && (await viewRenewable(db, found.owner, found.lineId));
    if (!line) continue;
    // What its holder was told of a higher price, nobody else was.
    const { cents } = await keptPlan(app, tenant, { ...line, id: '' }, app.clock.now());
    prices.set(number, cents);
  }
  return prices;
}

type Why = Refused<'own_account' | 'can_not_go' | 'unproven'>;

/** An account that was opened for it is not there either. */
class Undone extends Error {
  readonly why: Why;

  constructor(why: Why) {
    super(why.reason);
    this.why = why;
  }
}

function refusalIn(error: unknown): Why {
  if (error instanceof Undone) return error.why;
  throw error;
}

interface Granted {
  readonly moved: readonly SeparatedLine[];
  /** Which still have to be decided. */
  readonly left: readonly OpenedLine[];
}

async function grant(
  app: App,
  tx: Tx,
  who: Staff,
  asked: ParsedInputOf<Grant> & { prices: Prices },
): Promise<Granted | Refused<ReasonOf<Grant>>> {
  const row = await holdOpenRequest(tx, who, asked.id, calls.grantSeparation);
  if (row instanceof Refused) return row;
  const about = openTold(app, row);
  if (!about) throw notFound();
  const lines = openLines(app, await store.linesOf(tx, row.id));
  const all = lines.filter((line) => line.line_id === null);
  const chosen = all.filter(({ number }) => asked.numbers.includes(number));
  if (new Set(asked.numbers).size !== chosen.length) {
    throw invalid('numbers', 'One of these numbers is not in the request, or has moved already.');
  }
  if (missingOf(chosen, await store.documentsOf(tx, row.id)).length > 0) {
    return refused('no_document');
  }
  if (chosen.some((line) => !line.proven_at)) return refused('unproven');
  const taker = await accountOfReader(app, tx, takerOf(row), about.email);
  await holdOpen(tx, taker).catch(ifClosed);
  const found = await holdLines(app, tx, all, chosen);
  for (const { line, now } of found) {
    if (!isProvenOf(line, now)) throw new Undone(refused('unproven'));
    const why = await whyNot(app, tx, now, { taker, email: about.email });
    if (why === 'own_account') throw new Undone(refused('own_account'));
    if (why) throw new Undone(canNotGo(line, why));
  }
  const left = all.filter((line) => !chosen.includes(line));
  const moved = await move(app, tx, { who, row, about, taker, prices: asked.prices, left }, found);
  return { moved, left };
}

/** Who decides is signed in all the same. */
function ifClosed(error: unknown): never {
  if (!(error instanceof No) || error.code !== 'unauthenticated') throw error;
  const message = 'The account of the safe address is being closed. Ask for another address.';
  throw new Undone(refused('can_not_go', { message }));
}

const canNotGo = ({ number }: OpenedLine, why: LineHindrance) =>
  refused('can_not_go', { message: `${phone(number)}: ${hints[why]}` });

const takerOf = ({ tenant_id: tenant, language }: store.SeparationRow) => ({
  tenant,
  language: language === 'es' ? ('es' as const) : ('en' as const),
});

interface Held {
  readonly line: OpenedLine;
  readonly now: FoundLine | undefined;
}

/** As P06 does: the credit of whose they are, then the lines; each in one order for all. */
async function holdLines(
  app: App,
  tx: Tx,
  all: readonly OpenedLine[],
  lines: readonly OpenedLine[],
): Promise<Held[]> {
  const found: Held[] = [];
  for (const line of lines) {
    found.push({ line, now: await lineOfNumber(tx, line.tenant_id, line.number) });
  }
  const owners = new Map(
    found.flatMap(({ now }) => (now ? [[now.owner.customerId, now.owner]] : [])),
  );
  for (const [, owner] of [...owners].toSorted(([a], [b]) => a.localeCompare(b))) {
    await holdCredit(app, tx, owner);
  }
  const kept = all.flatMap(({ kept_line_id: id }) => id ?? []);
  const ids = new Set([...found.flatMap(({ now }) => now?.lineId ?? []), ...kept]);
  for (const lineId of [...ids].toSorted()) await lockForWork(tx, lineId);
  // Its number, or whose it is, may have changed until then.
  for (const one of found) {
    const again = await lineOfNumber(tx, one.line.tenant_id, one.line.number);
    const isSame =
      again?.lineId === one.now?.lineId && again?.owner.customerId === one.now?.owner.customerId;
    if (!isSame) throw new Undone(canNotGo(one.line, 'busy'));
  }
  return found;
}

async function move(
  app: App,
  tx: Tx,
  {
    who,
    row,
    about,
    taker,
    prices,
    left,
  }: {
    who: Staff;
    row: store.SeparationRow;
    about: Told;
    taker: Owner;
    prices: Prices;
    left: readonly OpenedLine[];
  },
  found: readonly Held[],
): Promise<readonly SeparatedLine[]> {
  const { address } = about;
  const to = { owner: taker, ...(address && { address }) };
  const moved: SeparatedLine[] = [];
  for (const { line, now } of found) {
    const made = now && (await separateLine(app, tx, now.lineId, to));
    if (!made) throw new Undone(canNotGo(line, 'busy'));
    await store.changeLine(tx, line, { line_id: made.id });
    moved.push(made);
  }
  // Before that a lock that its holder had turned off would count as being turned off again. Those that stay are
  // kept until they are decided.
  for (const { line } of found) await freeKept(app, tx, line);
  const over = { state: 'done', decided_at: app.clock.now(), asked_at: null } as const;
  await store.changeSeparation(tx, row.id, {
    ...(left.length === 0 && over),
    had_document: true,
  });
  const { language, reference } = row;
  const { email } = about;
  const addressMissing = address === undefined && canTell911(app, who);
  const lines = moved.map((line) => ({ ...line, planCents: prices.get(line.mdn) }));
  const waiting = left.map(({ number }) => number);
  const news = { reference, email, lines, addressMissing, waiting };
  await queueEmail(app, tx, who.brand, email, doneEmail({ brand: who.brand, language }, news));
  return moved;
}

const canTell911 = (app: App, { tenant }: Staff): boolean =>
  app.adapters.of(tenant).carrier.can.has('emergencyAddress');
