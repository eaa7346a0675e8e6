import { phone } from '@portside/contract/phone';
import type { NetworkAsk, NetworkChange } from '@portside/contract/lines';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query, Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { defineJob } from '../jobs/jobs.ts';
import { noteActivity } from '../sessions/activity.ts';
import type { ActivityKind } from '@portside/contract/sessions';
import { blockedEmail, unblockedEmail, worksAgainEmail } from './block-emails.ts';
import { endingOf } from './ending-store.ts';
import { holdOverEmail, onHoldEmail } from './hold-emails.ts';
import { confirmHold, type HoldRow, openHold } from './hold-store.ts';
import { type Late, lateEmail } from './late-emails.ts';
import { publishLine } from './line-news.ts';
import * as askStore from './network-ask-store.ts';
import * as store from './store.ts';
import { reasonsOf } from './suspension-store.ts';
import { type LineNews, type LineReader, readersOf, tellOfLine } from './told.ts';

/** Repeated until the carrier confirms. */
export const syncCarrierJob = defineJob<{ lineId: string }>('sync-carrier', { atOnce: 8 });

/** What the network has not confirmed by then is late, and the customer is told. */
const LATE_AFTER_SECONDS = 30;
/** Moved time stops at whole minutes: what was done by the first stop is not late at the second. */
const LAST_LOOK_SECONDS = 5;
interface Asked {
  readonly lineId: string;
  readonly since: string;
  readonly change?: true;
  readonly isLastLook?: true;
}
export const askIsLate = defineJob<Asked>('network-ask-is-late');

type Line = Pick<store.LineRow, 'id' | 'tenant_id' | 'customer_id'>;

/**
 * The network is asked after the commit, until it confirms. A newer ask takes the place of the one
 * before. @param tell the customer asked for it, and gets an email once it is so
 */
export async function askNetwork(
  app: App,
  tx: Tx,
  line: Line,
  { asked, tell }: { asked: NetworkAsk['asked']; tell: boolean },
): Promise<void> {
  const since = app.clock.now();
  const row = { line_id: line.id, tenant_id: line.tenant_id, asked, since, tell };
  await askStore.saveAsk(tx, row);
  await app.jobs.enqueue(tx, syncCarrierJob, { lineId: line.id });
  const late = { lineId: line.id, since: since.toISOString() };
  await app.jobs.enqueue(tx, askIsLate, late, { after: LATE_AFTER_SECONDS - LAST_LOOK_SECONDS });
}

/** Its SIM or its number is to change: whoever begins that asks the network, and ends this. */
export async function noteChangeAsked(
  app: App,
  tx: Tx,
  { tenant, lineId }: { tenant: number; lineId: string },
  asked: NetworkChange['asked'],
): Promise<void> {
  const since = app.clock.now();
  await askStore.saveChange(tx, { line_id: lineId, tenant_id: tenant, asked, since });
  const late = { lineId, since: since.toISOString(), change: true } as const;
  await app.jobs.enqueue(tx, askIsLate, late, { after: LATE_AFTER_SECONDS - LAST_LOOK_SECONDS });
}

/** It is so, or came to nothing. */
export const noteChangeOver = (tx: Tx, lineId: string): Promise<void> =>
  askStore.takeChange(tx, lineId);

export async function networkChangeOf(
  db: Query,
  lineId: string,
): Promise<NetworkChange | undefined> {
  const row = await askStore.changeOf(db, lineId);
  return row && { asked: row.asked, since: row.since.toISOString(), isLate: row.is_late };
}

/** What the network was asked for and has not confirmed. */
export async function networkAskOf(db: Query, lineId: string): Promise<NetworkAsk | undefined> {
  const row = await askStore.askOf(db, lineId);
  return row && { asked: row.asked, since: row.since.toISOString(), isLate: row.is_late };
}

/** The network has it so. Tells what waited for that. */
export async function networkAnswered(app: App, tx: Tx, line: store.LineRow): Promise<void> {
  const ask = await askStore.takeAsk(tx, line.id);
  if (!ask) return;
  await publishLine(app, tx, line, line.status);
  const hold = await openHold(tx, line.id);
  if (ask.tell && ask.asked !== 'hold') {
    await confirmed(app, tx, line, ask.asked, hold);
  }
  if (ask.asked === 'resume') await tellMember(app, tx, line);
  // Whatever was asked last: a block may have taken the place of the hold.
  const begun = line.status === 'suspended' && (await confirmHold(tx, line.id, app.clock.now()));
  if (begun) await confirmed(app, tx, line, 'hold', begun);
}

/** Who paid has a receipt; who has the line waits for it to work. */
async function tellMember(app: App, tx: Tx, line: store.LineRow): Promise<void> {
  const brand = app.brands.byTenant(line.tenant_id);
  for (const reader of await readersOf(tx, line, 'use')) {
    if (!reader.sharing) continue;
    await queueEmail(app, tx, brand, reader.email, worksAgainEmail(brand, reader, line));
  }
}

async function confirmed(
  app: App,
  tx: Tx,
  line: store.LineRow,
  asked: NetworkAsk['asked'],
  hold: HoldRow | undefined,
): Promise<void> {
  if (asked === 'pause' || asked === 'resume') return;
  const about = newsOf[asked];
  await noteOfNetwork(app, tx, line, about, confirmedKinds[asked]);
  const held = { id: line.id, mdn: line.mdn, paidUntil: line.paid_until };
  const reasons = await reasonsOf(tx, line.id);
  const beside = {
    other: (['by_operator', 'blocked'] as const).find((one) => reasons.includes(one)),
    isAsked: false,
    ends: (await endingOf(tx, line.id)) !== undefined,
  };
  const written = (brand: Brand, reader: LineReader) => {
    switch (asked) {
      case 'block':
        return blockedEmail(brand, reader, line, hold !== undefined);
      case 'unblock':
        return unblockedEmail(brand, reader, line, { other: undefined });
      case 'unhold':
        return holdOverEmail(brand, reader, held, beside);
      default: {
        const until = hold?.until ?? app.clock.now();
        return onHoldEmail(brand, reader, held, { ...beside, until });
      }
    }
  };
  await tellOfLine(app, tx, line, about, written);
}

/** Who has a line asks for the one, its holder for the other, which stops the phone. */
const newsOf = {
  block: 'use',
  unblock: 'use',
  resume: 'use',
  hold: 'both',
  unhold: 'both',
  new_sim: 'use',
  stop_sim: 'use',
  new_number: 'both',
} as const satisfies Record<Late, LineNews>;

/** In the list of whoever is told. */
async function noteOfNetwork(
  app: App,
  tx: Tx,
  line: store.LineRow,
  about: LineNews,
  kind: ActivityKind,
): Promise<void> {
  for (const { owner } of await readersOf(tx, line, about)) {
    const network = { ...owner, network: '', userAgent: '' };
    await noteActivity(app, tx, network, kind, { line: phone(line.mdn) });
  }
}

const confirmedKinds = {
  block: 'line_block_confirmed',
  unblock: 'line_unblock_confirmed',
  hold: 'line_hold_confirmed',
  unhold: 'line_unblock_confirmed',
} as const satisfies Partial<Record<NetworkAsk['asked'], ActivityKind>>;

/** Nothing is asked of the network for a line that has ended. */
export async function dropAsk(tx: Tx, lineId: string): Promise<void> {
  await askStore.takeAsk(tx, lineId);
  await askStore.takeChange(tx, lineId);
}

const lateKinds = {
  block: 'line_block_late',
  unblock: 'line_unblock_late',
  resume: 'line_unblock_late',
  hold: 'line_hold_late',
  unhold: 'line_unblock_late',
  new_sim: 'sim_change_late',
  stop_sim: 'sim_change_late',
  new_number: 'number_change_late',
} as const satisfies Record<Late, ActivityKind>;

/** A pause for want of payment is not told: the customer waits for nothing then. */
export async function tellIfLate(app: App, ask: Asked): Promise<void> {
  const { lineId, since, change = false, isLastLook } = ask;
  await app.db.transaction(async (tx) => {
    if (!isLastLook) {
      const last = { ...ask, isLastLook: true } as const;
      await app.jobs.enqueue(tx, askIsLate, last, { after: LAST_LOOK_SECONDS });
      return;
    }
    const line = await store.lockAnyLine(tx, lineId);
    const late = line && (await askStore.noteLate(tx, { lineId, since: new Date(since), change }));
    if (!late) return;
    const { asked, tell } = late;
    app.log.warn({ lineId, asked }, 'the network has not done yet what was asked');
    await publishLine(app, tx, line, line.status);
    // Nor is the end of a hold that the customer did not ask for.
    if (asked === 'pause' || (asked === 'unhold' && !tell)) return;
    await noteOfNetwork(app, tx, line, newsOf[asked], lateKinds[asked]);
    await tellOfLine(app, tx, line, newsOf[asked], (brand, reader) =>
      lateEmail(brand, reader, line, asked),
    );
  });
}
