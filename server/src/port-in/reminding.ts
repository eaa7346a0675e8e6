import { sql } from 'kysely';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { ownerOfRow } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { waitsForCard } from './details.ts';
import { waitingEmail } from './emails.ts';
import { isCancelAsked } from './progress.ts';
import * as store from './store.ts';

/** Then a port-in that nobody goes on with is closed. */
export const OPEN_FOR = days(30);

/** Days after the last step. */
const REMINDERS = [25, 7] as const;

const markOf = (stage: number) => ` +${stage}`;

/** What waits for its customer is easily forgotten, and a line that is paid may wait with it. */
export async function remindPortIns(app: App): Promise<void> {
  for (const stage of REMINDERS) {
    const before = later(app.clock.now(), -days(stage));
    const marks = REMINDERS.filter((one) => one >= stage).map(markOf);
    const found = await store.unremindedPortIns(app.db.query, before, marks);
    const act = ({ id }: store.PortInRow) => remind(app, id, stage, marks);
    await sweep(app, found, act, 'nobody was reminded of a port-in yet');
  }
}

export const nextReminder = (): Moment =>
  sql<Date | null>`least(${sql.join(
    REMINDERS.map((stage) => {
      const marks = REMINDERS.filter((one) => one >= stage).map(markOf);
      return store.nextUnreminded(marks, days(stage));
    }),
  )})`;

function remind(app: App, id: string, stage: number, marks: readonly string[]): Promise<void> {
  return app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, id);
    const owner = row && ownerOfRow(row);
    if (!row || !owner || isCancelAsked(row) || !store.waiting.includes(row.status)) return;
    const isDue = row.updated_at < later(app.clock.now(), -days(stage));
    if (!isDue || marks.some((mark) => row.told.endsWith(mark))) return;
    if (!waitsForCard(app, row)) {
      const brand = app.brands.byTenant(owner.tenant);
      const person = await viewPerson(tx, owner);
      const closes = later(row.updated_at, OPEN_FOR);
      const written = waitingEmail(brand, person, row, closes);
      await queueEmail(app, tx, brand, person.email, written);
    }
    const news = row.told.replace(/ \+\d+$/, '');
    await store.setPortIn(tx, id, { told: news + markOf(stage) });
  });
}
