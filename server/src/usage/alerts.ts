import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type {
  Meter,
  setAlerts as setAlertsCall,
  viewAlerts as viewAlertsCall,
} from '@portside/contract/usage';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { findLine } from '../lines/lines.ts';
import { readersOf, tellOfLine } from '../lines/told.ts';
import type { Period } from '../lines/periods.ts';
import type { OwnedRenewable } from '../lines/renewable.ts';
import { dataOnSale } from '../plans/plan-limits.ts';
import { say } from '../words/say.ts';
import { limitEmail } from './emails.ts';
import { limitsOf } from './limits.ts';
import { metersOf } from './meters.ts';
import { overWords } from './over-words.ts';
import * as store from './store.ts';

/** The higher one first: who passes both at once is told of it alone. */
const PERCENTS = [100, 80] as const;

type Alerts = OutputOf<typeof viewAlertsCall>;

async function alertsOf(db: Query, lineId: string): Promise<Alerts> {
  const chosen = await store.choiceOf(db, lineId);
  return {
    data80: chosen?.data_80 ?? true,
    data100: chosen?.data_100 ?? true,
    pay7: chosen?.pay_7 ?? true,
    pay3: chosen?.pay_3 ?? true,
    pay1: chosen?.pay_1 ?? true,
  };
}

/** K26. */
export async function isReminderWanted(
  db: Query,
  lineId: string,
  days: 7 | 3 | 1,
): Promise<boolean> {
  return (await alertsOf(db, lineId))[`pay${days}`];
}

/** K12. @throws No `not_found`, also for another customer's line */
export async function viewAlerts(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof viewAlertsCall>,
): Promise<Alerts> {
  if (!(await findLine(app.db.query, who, id))) throw notFound();
  return alertsOf(app.db.query, id);
}

/** Somebody else uses the line: nothing is turned off for them (P04). */
export const resetAlerts = (tx: Tx, lineId: string): Promise<void> => store.dropChoice(tx, lineId);

/** K12. @throws No `not_found`, also for another customer's line */
export async function setAlerts(
  app: App,
  who: Customer,
  { id, ...wanted }: ParsedInputOf<typeof setAlertsCall>,
): Promise<OutputOf<typeof setAlertsCall> | Refused<'line_ended'>> {
  const line = await findLine(app.db.query, who, id);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  const { data80, data100, pay7, pay3, pay1 } = wanted;
  await store.saveChoice(app.db.query, {
    line_id: id,
    tenant_id: who.tenant,
    data_80: data80,
    data_100: data100,
    ...(pay7 !== undefined && { pay_7: pay7 }),
    ...(pay3 !== undefined && { pay_3: pay3 }),
    ...(pay1 !== undefined && { pay_1: pay1 }),
    updated_at: app.clock.now(),
  });
  const message = say(who.language, 'Your choice is saved.');
  return { message, ...(await alertsOf(app.db.query, id)) };
}

/**
 * Tells each limit that was passed between two answers of the carrier, once for a period and limit,
 * in the transaction that stores the later one. Passed unwanted, it is not told when it is wanted
 * afterwards.
 */
export async function tellLimits(
  app: App,
  tx: Tx,
  line: OwnedRenewable,
  period: Period,
  { before, after }: { before: readonly store.Reading[]; after: readonly store.Reading[] },
): Promise<void> {
  const { owner, id } = line;
  const readers = await readersOf(tx, line, 'use');
  const [{ language } = { language: 'en' }] = readers;
  const limits = await limitsOf(tx, { tenant: owner.tenant, language }, id, period);
  const were = metersOf(before, limits);
  const wanted = await alertsOf(tx, id);
  for (const meter of metersOf(after, limits)) {
    if (!hasLimit(meter)) continue;
    const was = were.find(({ kind }) => kind === meter.kind)?.used ?? 0;
    const told: (typeof PERCENTS)[number][] = [];
    for (const percent of PERCENTS) {
      const share = (meter.limit * percent) / 100;
      if (was >= share || meter.used < share) continue;
      const isNew = await store.insertAlert(tx, {
        line_id: id,
        tenant_id: owner.tenant,
        period_from: period.from,
        kind: meter.kind,
        most: Math.round(meter.limit),
        percent,
        at: app.clock.now(),
      });
      if (isNew && (percent === 100 ? wanted.data100 : wanted.data80)) told.push(percent);
    }
    const [percent] = told;
    if (!percent) continue;
    const { slowedTo } = limits;
    const until = period.to;
    const isOut = percent === 100 && meter.kind === 'data';
    const offers = isOut ? await dataOnSale(tx, owner.tenant) : [];
    await tellOfLine(app, tx, line, 'use', (brand, reader) => {
      const { timeZone } = brand;
      const over = overWords(meter.kind, { slowedTo, until }, { language, timeZone });
      return limitEmail(brand, reader, line, { meter, percent, over, until, offers });
    });
    for (const reader of readers) {
      const status = `${meter.kind} ${percent}`;
      await publish(app, tx, reader.owner, { kind: 'usage', id, status });
    }
  }
}

const hasLimit = (meter: Meter): meter is Meter & { limit: number } => meter.limit !== undefined;
