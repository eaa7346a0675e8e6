import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { LineLocks, setLocks as setLocksCall } from '@portside/contract/line-locks';
import type { Line } from '@portside/contract/lines';
import { dateAndTime } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { guardMove } from '../line-guard/guard-move.ts';
import { lockForWork } from '../lines/line-work.ts';
import { defineJob } from '../jobs/jobs.ts';
import { findLine } from '../lines/lines.ts';
import { publishLine } from '../lines/line-news.ts';
import { type LineReader, warnOfLine } from '../lines/told.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { keptOnEmail, lockNames, unlockingEmail, type Lock } from './emails.ts';
import { locksOf, warningOf } from './line-locks.ts';
import * as store from './store.ts';
import { syncNumberLockJob } from './sync-number-lock.ts';

/** What has begun is stopped, too. Repeated until the carrier answers. */
export const freezeNumberJob = defineJob<{ lineId: string }>('freeze-number', { atOnce: 4 });

type Call = typeof setLocksCall;
const both: readonly Lock[] = ['sim', 'number'];
const locking = { sim: 'sim_lock', number: 'number_lock' } as const;
const unlocking = { sim: 'sim_unlock', number: 'number_unlock' } as const;

/**
 * Locks at once; unlocks after a while, in which locking calls it off (K15).
 * @throws No `not_found`, for another customer's line too
 */
export function setLocks(
  app: App,
  who: Customer,
  { id, ...wanted }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  return app.db.transaction(async (tx) => {
    if (!(await findLine(tx, who, id))) throw notFound();
    await lockForWork(tx, id);
    const line = await findLine(tx, who, id);
    if (!line) throw notFound();
    if (line.status === 'ended') return refused('line_ended');
    const { can } = app.adapters.of(who.tenant).carrier;
    if (wanted.number !== undefined && !can.has('numberLock')) return refused('not_offered');
    const now = app.clock.now();
    const at = { tenant: who.tenant, lineId: id };
    const before = await locksOf(app, tx, at);
    const changes = both.filter(
      (lock) => wanted[lock] !== undefined && wanted[lock] !== staysOn(before[lock]),
    );
    if (changes.length > 0) {
      for (const lock of changes) {
        const no = await guardMove(
          app,
          tx,
          who,
          id,
          wanted[lock] ? locking[lock] : unlocking[lock],
        );
        if (no) return no;
      }
      for (const lock of changes) {
        if (wanted[lock]) await turnOn(app, tx, who, line, lock, before[lock]);
        else await turnOff(app, tx, who, line, lock, now);
      }
      await publishLine(app, tx, rowOf(who, id), line.status);
    }
    const locks = await locksOf(app, tx, at);
    const named = both.filter((lock) => wanted[lock] !== undefined);
    const sentences = named.map((lock) => sentenceOf(who, lock, locks[lock]));
    return { message: sentences.join(' '), locks };
  });
}

const nameOf = ({ mdn, nickname }: Line) => (mdn ? phone(mdn) : nickname);

const staysOn = ({ on, offAt }: LineLocks[Lock]) => on && offAt === undefined;

const rowOf = ({ tenant, customerId }: Customer, id: string) => ({
  id,
  tenant_id: tenant,
  customer_id: customerId,
});

async function turnOn(
  app: App,
  tx: Tx,
  who: Customer,
  line: Line,
  lock: Lock,
  { offAt }: LineLocks[Lock],
): Promise<void> {
  const key = { line_id: line.id, tenant_id: who.tenant };
  if (lock === 'sim') await store.saveLocks(tx, key, { sim_off_at: null });
  else {
    // By another process's clock it may be off already.
    await store.saveLocks(tx, key, { number_off_at: null, carrier_off: true });
    await app.jobs.enqueue(tx, syncNumberLockJob, { lineId: line.id });
    await app.jobs.enqueue(tx, freezeNumberJob, { lineId: line.id });
  }
  await noteActivity(app, tx, who, `${lock}_locked`, { line: nameOf(line) });
  if (offAt === undefined) return;
  await warnOfLine(app, tx, rowOf(who, line.id), 'both', (brand, reader) =>
    keptOnEmail(brand, reader, line, lock),
  );
}

async function turnOff(
  app: App,
  tx: Tx,
  who: Customer,
  line: Line,
  lock: Lock,
  now: Date,
): Promise<void> {
  const key = { line_id: line.id, tenant_id: who.tenant };
  const offAt = later(now, minutes(who.brand.lines.unlockMinutes));
  await store.saveLocks(tx, key, lock === 'sim' ? { sim_off_at: offAt } : { number_off_at: offAt });
  await noteActivity(app, tx, who, `${lock}_unlocking`, { line: nameOf(line) });
  const write = (brand: Brand, reader: LineReader) =>
    unlockingEmail(brand, reader, line, lock, offAt);
  const warning = warningOf(line.id, lock, offAt);
  await warnOfLine(app, tx, rowOf(who, line.id), 'both', write, warning);
}

function sentenceOf({ brand, language }: Customer, lock: Lock, at: LineLocks[Lock]): string {
  const name = say(language, lockNames[lock]);
  if (!at.on) return say(language, 'The {lock} is off.', { lock: name });
  if (!at.offAt) return say(language, 'The {lock} is on.', { lock: name });
  const time = dateAndTime(at.offAt, brand.timeZone, language);
  return say(language, 'The {lock} turns off on {time}. You can keep it on until then.', {
    lock: name,
    time,
  });
}
