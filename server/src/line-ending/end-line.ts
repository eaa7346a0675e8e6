import { dateAlone, money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/line-ending';
import type { App } from '../app.ts';
import type { Moment } from '../jobs/jobs.ts';
import type { Tx } from '../db/database.ts';
import { notFound, type Refused, refused } from '../http/no.ts';
import { ownerOf, ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { noteBegun } from '../line-guard/begun.ts';
import * as endings from '../lines/endings.ts';
import { openHold } from '../lines/holds.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { currentPeriod } from '../lines/periods.ts';
import { type Renewable, viewRenewable } from '../lines/renewable.ts';
import * as suspension from '../lines/suspension.ts';
import { pauseAutopay } from '../renewals/autopay.ts';
import { pauseRefused } from '../safety/pauses.ts';
import { noteActivity } from '../sessions/activity.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { endingEmail } from './emails.ts';
import { paidAhead } from './unused-periods.ts';
import { warnOfLine } from '../lines/told.ts';

type EndCall = typeof calls.endLine;
type UndoCall = typeof calls.undoEndLine;

/**
 * Ends a line with what is paid, or at once if nothing is; autopay pauses until then (K17).
 * @throws No `not_found`, also for another customer's line
 */
export function endLine(
  app: App,
  who: Customer,
  { id, when }: ParsedInputOf<EndCall>,
): Promise<OutputOf<EndCall> | Refused<ReasonOf<EndCall>>> {
  const { brand, language } = who;
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    if (line.status === 'ended') return refused('line_ended');
    const { paidUntil, mdn } = line;
    if (!paidUntil) return refused('not_active');
    const now = app.clock.now();
    const endsOn = (on: Date, cents = 0) => {
      const date = dateAlone(on, brand.timeZone, language);
      return {
        message: say(language, 'This line ends on {date}. You can keep it until then.', { date }),
        endsOn: on.toISOString(),
        ...(cents > 0 && { credit: dollars(cents) }),
      };
    };
    const planned = await endings.endsOn(tx, line);
    if (planned) {
      const left = await paidAhead(tx, line, now);
      return endsOn(planned, planned < paidUntil ? left?.cents : 0);
    }
    const paused = await pauseRefused(app, tx, who);
    if (paused) return paused;
    const busy = await lineBusy(tx, id, 'ending', who);
    if (busy) return busy;
    await noteBegun(app, tx, who, { lineId: id, what: 'ending' });
    if (paidUntil <= now) {
      await suspension.endLine(app, tx, id);
      await notify(app, tx, who, 'ended', { id, mdn });
      await noteActivity(app, tx, who, 'line_ended', { line: phone(mdn) });
      return { message: say(language, 'This line has ended.'), endsOn: now.toISOString() };
    }
    const sooner = when === 'period' ? await paidAhead(tx, line, now) : undefined;
    const running = sooner && currentPeriod(line.periods, now);
    if (sooner && (await openHold(tx, id))) {
      const message = say(language, 'Take this line off hold first to end it sooner.');
      return refused('busy', { message });
    }
    const autopayWasOn = await pauseAutopay(tx, id, true);
    const withPeriod = running?.number ?? null;
    await endings.planEnding(app, tx, { tenant: who.tenant, lineId: id, autopayWasOn, withPeriod });
    if (running) {
      const credit = money(dollars(sooner.cents), language);
      await notify(app, tx, who, 'endsSooner', { id, mdn, paidUntil: running.to, credit });
    } else await notify(app, tx, who, 'ends', { id, mdn, paidUntil });
    await noteActivity(app, tx, who, 'line_ends', { line: phone(mdn) });
    await publishLine(app, tx, rowOf(who, id), line.status);
    return running ? endsOn(running.to, sooner.cents) : endsOn(paidUntil);
  });
}

/** Harmless when it does not end. @throws No `not_found`, also for another customer's line */
export function undoEndLine(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<UndoCall>,
): Promise<OutputOf<UndoCall> | Refused<ReasonOf<UndoCall>>> {
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    if (line.status === 'ended') return refused('line_ended');
    await takeBack(app, tx, who, line);
    return { message: say(who.language, 'This line goes on.'), endsOn: null };
  });
}

/** What was planned since then, whoever did. Its line is locked. @returns whether it was to end */
export async function takeBackSince(
  app: App,
  tx: Tx,
  { id, owner }: { id: string; owner: Owner },
  since: Date,
): Promise<boolean> {
  const line = await viewRenewable(tx, owner, id);
  if (!line) return false;
  return takeBack(app, tx, { ...owner, network: '', userAgent: '' }, line, since);
}

async function takeBack(
  app: App,
  tx: Tx,
  actor: Parameters<typeof noteActivity>[2],
  { id, mdn, paidUntil, status }: Renewable,
  since?: Date,
): Promise<boolean> {
  const ending = await endings.takeBackEnding(tx, id, since);
  if (!ending) return false;
  if (ending.autopayWasOn) await pauseAutopay(tx, id, false);
  const about = ending.autopayWasOn ? 'keptWithAutopay' : 'kept';
  const owner = ownerOf(actor.tenant, actor.customerId);
  await notify(app, tx, owner, about, { id, mdn, ...(paidUntil && { paidUntil }) });
  await noteActivity(app, tx, actor, 'line_kept', { line: phone(mdn) });
  await publishLine(app, tx, rowOf(owner, id), status);
  return true;
}

const rowOf = ({ tenant, customerId }: Owner, id: string) => ({
  id,
  tenant_id: tenant,
  customer_id: customerId,
});

async function lockOwn(tx: Tx, who: Customer, id: string) {
  // Locked before it is read; whose it is, is asked of the row.
  await lockForWork(tx, id);
  const line = await viewRenewable(tx, who, id);
  if (!line) throw notFound();
  return line;
}

const BATCH = 100;

/** Ends the lines whose paid time is over. Any process may run it, also twice. */
export async function endLines(app: App): Promise<void> {
  for (;;) {
    const count = await app.db.transaction(async (tx) => {
      const found = await endings.carryOutEndings(app, tx, BATCH);
      for (const line of found) await notify(app, tx, ownerOfRow(line), 'ended', line);
      return found.length;
    });
    if (count < BATCH) return;
  }
}

export const nextEnding = (): Moment => endings.nextEnding;

async function notify(
  app: App,
  tx: Tx,
  owner: Owner,
  about: Parameters<typeof endingEmail>[2],
  line: Parameters<typeof endingEmail>[3],
): Promise<void> {
  await warnOfLine(app, tx, { id: line.id, owner }, 'end', (brand, reader) =>
    endingEmail(brand, reader, about, line),
  );
}
