import type { DeskAction } from '@portside/contract/stuck';
import type { App } from '../app.ts';
import { invalid, refused, type Refused } from '../http/no.ts';
import { findStuck } from './list-stuck.ts';
import * as store from './store.ts';

interface Keeping {
  /** Who does it. */
  readonly by: string;
  readonly note?: string | undefined;
  /** Until when it rests. */
  readonly until?: Date | undefined;
  /** Take it although a colleague has it. */
  readonly over?: boolean | undefined;
}

/** Who looks after it, and when: nothing is lost at a change of shift. */
export async function keepStuck(
  app: App,
  tenant: number,
  itemId: string,
  action: DeskAction,
  { by, note, until, over = false }: Keeping,
): Promise<string | Refused<'taken' | 'not_stuck'>> {
  const stuck = await findStuck(app, app.db.query, tenant);
  if (!stuck.some((one) => one.id === itemId)) return refused('not_stuck');
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const mark = await store.lockMark(tx, tenant, itemId, now);
    if (action === 'snooze' && (!until || until <= now)) {
      throw invalid('until', 'Please choose a time to come');
    }
    if (action === 'note' && !note) throw invalid('note', 'Please write a note');
    if (action === 'take' && mark.assigned_to !== null && mark.assigned_to !== by && !over) {
      return refused('taken', { by: mark.assigned_to });
    }
    if (note) {
      const row = { tenant_id: tenant, item_id: itemId, author: by, note, at: now };
      await store.insertNote(tx, { ...row, id: app.random.id('snt') });
    }
    const change = changeBy(action, by, until);
    if (change) await store.setMark(tx, mark, change);
    return sentences[action];
  });
}

function changeBy(
  action: DeskAction,
  by: string,
  until: Date | undefined,
): Parameters<typeof store.setMark>[2] | undefined {
  if (action === 'take') return { assigned_to: by };
  if (action === 'release') return { assigned_to: null };
  if (action === 'snooze') return { snoozed_until: until ?? null };
  return action === 'wake' ? { snoozed_until: null } : undefined;
}

const sentences: Readonly<Record<DeskAction, string>> = {
  take: 'It is yours now.',
  release: 'It is nobody’s now.',
  snooze: 'It rests until then.',
  wake: 'It is among what is stuck again.',
  note: 'The note is saved.',
};
