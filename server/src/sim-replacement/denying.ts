import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type {
  denyReplacement as denyCall,
  viewReplacement as viewCall,
} from '@portside/contract/sim-replacement';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { memberOf, whoHadAt } from '../lines/members.ts';
import { lockSimLine, viewAnySimLine, type SimLine } from '../lines/sim-moves.ts';
import { suspendLine } from '../lines/suspension.ts';
import { readersOf } from '../lines/told.ts';
import { noteActivity } from '../sessions/activity.ts';
import { beginPause, wasDeniedSince } from '../safety/pauses.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { isDenialOf, isExpired, readDenialToken } from './denial-link.ts';
import { isWaiting, replacementOf } from './replacement-view.ts';
import { stop } from './stopping.ts';
import * as store from './store.ts';
import { tell } from './telling.ts';

type Denial = NonNullable<store.ReplacementRow['denial']>;

/** What an email's link is about; mail scanners open it, so it changes nothing. */
export async function viewReplacement(
  app: App,
  who: Visitor,
  { token }: ParsedInputOf<typeof viewCall>,
): Promise<OutputOf<typeof viewCall> | Refused<'link_expired'>> {
  const found = await findDenied(app, app.db.query, who, token);
  if (!found) return refused('link_expired');
  const { row, line } = found;
  return {
    sim: replacementOf(row, who.language),
    numberEnd: line.mdn.slice(-4),
    does: row.denial ?? whatItDoes(row, line),
    wasPressed: row.denial !== null,
    ...(found.isShared && { isShared: true }),
  };
}

/** "This wasn't me": once; pressed again it says what it did. */
export async function denyReplacement(
  app: App,
  who: Visitor,
  { token }: ParsedInputOf<typeof denyCall>,
): Promise<OutputOf<typeof denyCall> | Refused<'link_expired'>> {
  return app.db.transaction(async (tx) => {
    const found = await findDenied(app, tx, who, token);
    const line = found && (await lockSimLine(tx, found.line.id));
    const row = found && (await store.lock(tx, found.row.id));
    if (!line || !row) return refused('link_expired');
    const denial = row.denial ?? whatItDoes(row, line);
    if (row.denial === null) {
      await store.set(tx, row.id, { denial });
      await shutOut(app, tx, who, { row, line });
      if (denial === 'block') {
        await suspendLine(app, tx, line.id, 'blocked');
        await tell(app, tx, line, row, 'blocked');
      }
      const isLiving = row.state === 'announced' || row.state === 'under_way';
      if (isLiving) await stop(app, tx, line, { ...row, denial }, 'denied');
    }
    const { isShared } = found;
    const sentence = isShared ? doneToOne[denial] : done[denial];
    return {
      message: say(who.language, sentence),
      blocked: denial === 'block',
      ...(isShared && { isShared }),
    };
  });
}

/**
 * The account that the change was asked for in. Of two who share a line (P04) the other is not to be
 * shut out by it, nor the same one again by each change of before.
 */
async function shutOut(
  app: App,
  tx: Tx,
  who: Visitor,
  { row, line }: { row: store.ReplacementRow; line: SimLine },
): Promise<void> {
  const readers = await readersOf(tx, line, 'both');
  const had = await whoHadAt(tx, line.id, row.asked_at);
  const begun = readers.find(({ owner }) => owner.customerId === had?.member_customer_id);
  const { owner, sharing } = begun ?? { owner: line.owner, sharing: readers[0]?.sharing };
  if (sharing && (await wasDeniedSince(tx, owner, row.asked_at))) return;
  await endAllSessions(app, tx, owner);
  await beginPause(app, tx, owner, 'denied');
  const { network, userAgent } = sharing ? { network: '', userAgent: '' } : who;
  const { tenant, customerId } = owner;
  const actor = { tenant, customerId, network, userAgent };
  await noteActivity(app, tx, actor, 'sim_change_denied', { number: phone(line.mdn) });
}

const done: Readonly<Record<Denial, string>> = {
  stop: 'The SIM change is stopped, and every browser is logged out.',
  block:
    'We asked the network to block the line, so that nobody can use it. Every browser is logged out.',
  log_out: 'Every browser is logged out. The SIM of your line was not changed.',
};

/** Of a line that two share: whose browsers were logged out is one of them, if not before. */
const doneToOne: Readonly<Record<Denial, string>> = {
  stop: 'The SIM change is stopped, and whoever asked for it is logged out.',
  block:
    'We asked the network to block the line, so that nobody can use it. Whoever asked for the SIM change is logged out.',
  log_out: 'Whoever asked for the SIM change is logged out. The SIM of the line was not changed.',
};

function whatItDoes(row: store.ReplacementRow, { status }: SimLine): Denial {
  const { state } = row;
  // Nobody can use a card in the mail: the line stays on the SIM that its owner has.
  if (state === 'announced' || isWaiting(row)) return 'stop';
  const hasBegun = state === 'under_way' || state === 'done';
  return hasBegun && status !== 'ended' ? 'block' : 'log_out';
}

async function findDenied(app: App, db: Query, who: Visitor, token: string) {
  const link = readDenialToken(token);
  const row = link && (await store.find(db, link.id));
  if (!link || row?.tenant_id !== who.tenant || isExpired(app, row)) return undefined;
  const given = await memberOf(db, row.tenant_id, row.line_id);
  const isTheirs =
    isDenialOf(app, link) || (given && isDenialOf(app, link, given.member.customerId));
  if (!isTheirs) return undefined;
  const line = await viewAnySimLine(db, row.line_id);
  return line && { row, line, isShared: given !== undefined };
}
