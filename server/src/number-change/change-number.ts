import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { changeNumber as changeNumberCall } from '@portside/contract/number-change';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { coverageAt } from '../coverage/coverage.ts';
import { guardMove } from '../line-guard/guard-move.ts';
import { beginWork, lockForWork } from '../lines/line-work.ts';
import { findLine } from '../lines/lines.ts';
import { noteChangeAsked } from '../lines/network-asks.ts';
import { keepNewNumber } from '../lines/new-numbers.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { carryOut, changeNumberJob } from './carry-out.ts';
import * as store from './store.ts';

type Call = typeof changeNumberCall;
type Kept = Awaited<ReturnType<typeof keepNewNumber>>;

const ONCE_IN = days(30);

/**
 * A new number near a ZIP Code; the old one is given up (K18). Without an answer of the carrier the
 * line keeps its number until a job has it.
 * @throws No `not_found`, also for another customer's line
 */
export async function changeNumber(
  app: App,
  who: Customer,
  { id, zipCode, newNumber }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const network = await coverageAt(app, who.tenant, zipCode);
  const kept = await keepNewNumber(app, who, id, newNumber);
  const where = { id, zipCode, network, kept };
  const asked = await app.db.transaction((tx) => ask(app, tx, who, where));
  if (asked instanceof Refused) return asked;
  const change = await carriedOut(app, asked.id);
  if (change?.state === 'refused') {
    return refused(change.reason === 'no_numbers' ? 'no_numbers' : 'not_changed');
  }
  if (change?.state === 'done' && change.new_mdn) {
    const number = phone(change.new_mdn);
    return {
      message: say(who.language, 'Your new number is {number}.', { number }),
      mdn: change.new_mdn,
    };
  }
  const message = say(
    who.language,
    'We’re changing your number. We’ll email you as soon as you have the new one.',
  );
  return { message, mdn: asked.old_mdn };
}

async function carriedOut(app: App, id: string) {
  try {
    await carryOut(app, id);
  } catch (error) {
    // The job goes on.
    if (!(error instanceof OutsideFailure)) throw error;
  }
  return store.changeOf(app.db.query, id);
}

async function ask(
  app: App,
  tx: Tx,
  who: Customer,
  { id, zipCode, network, kept }: { id: string; zipCode: string; network: string; kept: Kept },
): Promise<store.ChangeRow | Refused<ReasonOf<Call>>> {
  await lockForWork(tx, id);
  const line = await findLine(tx, who, id);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  if (line.status !== 'active') return refused('not_active');
  const now = app.clock.now();
  const no = await guardMove(app, tx, who, id, 'number_change', lineBusy);
  if (no) return no;
  if (await store.isChangedSince(tx, id, later(now, -ONCE_IN))) return refused('too_soon');
  if (network === 'none') return refused('no_coverage');
  if (kept instanceof Refused) return kept;
  const row: store.ChangeRow = {
    id: app.random.id('num'),
    tenant_id: who.tenant,
    line_id: id,
    zip_code: zipCode,
    old_mdn: line.mdn,
    new_mdn: null,
    state: 'asked',
    network: who.network,
    user_agent: who.userAgent,
    created_at: now,
    done_at: null,
    reason: null,
    kept_number: kept ?? null,
    asking: null,
  };
  await store.insertChange(tx, row);
  await beginWork(app, tx, { tenant: who.tenant, lineId: id }, 'number_change');
  await app.jobs.enqueue(tx, changeNumberJob, { changeId: row.id });
  await noteChangeAsked(app, tx, { tenant: who.tenant, lineId: id }, 'new_number');
  await noteActivity(app, tx, who, 'number_change_asked', { line: phone(line.mdn) });
  return row;
}
