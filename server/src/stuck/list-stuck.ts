import type { StuckKind } from '@portside/contract/stuck';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { StuckItem } from './item.ts';
import * as store from './store.ts';
import { stuckAutopay, stuckNumbers, stuckPortIns, stuckSimChanges } from './stuck-lines.ts';
import { stuckMoney } from './stuck-money.ts';
import { stuckBooks, stuckEmails, stuckJobs, stuckTexts } from './stuck-work.ts';

/** With who looks after it. */
export interface ListedItem extends StuckItem {
  readonly assignedTo?: string;
  readonly snoozedUntil?: Date;
  readonly notes: readonly { readonly by: string; readonly at: Date; readonly note: string }[];
}

/** All that hangs at a brand (L06): the longest first, and after that what rests. */
export async function listWork(
  app: App,
  db: Query,
  tenant: number,
  kind?: StuckKind,
): Promise<ListedItem[]> {
  const found = await findStuck(app, db, tenant);
  const wanted = kind === undefined ? found : found.filter((one) => one.kind === kind);
  const now = app.clock.now();
  const listed = await withMarks(db, tenant, now, wanted);
  const rests = (one: ListedItem) => (one.snoozedUntil === undefined ? 0 : 1);
  return listed.toSorted(
    (a, b) =>
      rests(a) - rests(b) || a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1),
  );
}

export async function findStuck(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const sources = await Promise.all([
    stuckMoney(app, db, tenant),
    stuckPortIns(app, db, tenant),
    stuckSimChanges(app, db, tenant),
    stuckAutopay(app, db, tenant),
    stuckNumbers(db, tenant),
    stuckEmails(app, db, tenant),
    stuckTexts(app, tenant),
    stuckJobs(app, db, tenant),
    stuckBooks(app, db, tenant),
  ]);
  return sources.flat();
}

async function withMarks(
  db: Query,
  tenant: number,
  now: Date,
  items: readonly StuckItem[],
): Promise<ListedItem[]> {
  const ids = items.map((one) => one.id);
  if (ids.length === 0) return [];
  const [marks, notes] = await Promise.all([
    store.marksOf(db, tenant, ids),
    store.notesOf(db, tenant, ids),
  ]);
  const markOf = new Map(marks.map((row) => [row.item_id, row]));
  const notesOf = Map.groupBy(notes, (row) => row.item_id);
  return items.map((item) => {
    const mark = markOf.get(item.id);
    const until = mark?.snoozed_until;
    return {
      ...item,
      ...(mark?.assigned_to && { assignedTo: mark.assigned_to }),
      ...(until && until > now && { snoozedUntil: until }),
      notes: (notesOf.get(item.id) ?? []).map(({ author: by, at, note }) => ({ by, at, note })),
    };
  });
}
