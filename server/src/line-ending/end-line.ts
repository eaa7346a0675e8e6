import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/line-ending';
import type { App } from '../app.ts';
import type { Moment } from '../jobs/jobs.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, type Refused, refused } from '../http/no.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import * as endings from '../lines/endings.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewRenewable } from '../lines/renewable.ts';
import * as suspension from '../lines/suspension.ts';
import { pauseAutopay } from '../renewals/autopay.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { endingEmail } from './emails.ts';
import { viewPerson } from '../account/person.ts';

type EndCall = typeof calls.endLine;
type UndoCall = typeof calls.undoEndLine;

/**
 * Ends a line with what is paid, or at once if nothing is; autopay pauses until then (K17).
 * @throws No `not_found`, also for another customer's line
 */
export function endLine(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<EndCall>,
): Promise<OutputOf<EndCall> | Refused<ReasonOf<EndCall>>> {
  const { brand, language } = who;
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    if (line.status === 'ended') return refused('line_ended');
    const { paidUntil, mdn } = line;
    if (!paidUntil) return refused('not_active');
    const now = app.clock.now();
    const date = dateAlone(paidUntil, brand.timeZone, language);
    const ends = {
      message: say(language, 'This line ends on {date}. You can keep it until then.', { date }),
      endsOn: paidUntil.toISOString(),
    };
    if (await endings.isToEnd(tx, id)) return ends;
    const busy = await lineBusy(tx, id, 'ending', language);
    if (busy) return busy;
    if (paidUntil <= now) {
      await suspension.endLine(app, tx, id);
      await notify(app, tx, who, 'ended', { id, mdn });
      await noteActivity(app, tx, who, 'line_ended', { line: phone(mdn) });
      return { message: say(language, 'This line has ended.'), endsOn: now.toISOString() };
    }
    const autopayWasOn = await pauseAutopay(tx, id, true);
    await endings.planEnding(app, tx, { tenant: who.tenant, lineId: id, autopayWasOn });
    await notify(app, tx, who, 'ends', { id, mdn, paidUntil });
    await noteActivity(app, tx, who, 'line_ends', { line: phone(mdn) });
    await publishLine(app, tx, rowOf(who, id), line.status);
    return ends;
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
    const kept = { message: say(who.language, 'This line goes on.'), endsOn: null };
    const ending = await endings.takeBackEnding(tx, id);
    if (!ending) return kept;
    if (ending.autopayWasOn) await pauseAutopay(tx, id, false);
    const about = ending.autopayWasOn ? 'keptWithAutopay' : 'kept';
    const { mdn, paidUntil } = line;
    await notify(app, tx, who, about, { id, mdn, ...(paidUntil && { paidUntil }) });
    await noteActivity(app, tx, who, 'line_kept', { line: phone(mdn) });
    await publishLine(app, tx, rowOf(who, id), line.status);
    return kept;
  });
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
  about: Parameters<typeof endingEmail>[3],
  line: Parameters<typeof endingEmail>[4],
): Promise<void> {
  const brand = app.brands.byTenant(owner.tenant);
  const person = await viewPerson(tx, owner);
  await queueEmail(app, tx, brand, person.email, endingEmail(app, brand, person, about, line));
}
