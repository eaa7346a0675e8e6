import { sql } from 'kysely';
import { defineJob, handle, type Moment, type Schedule } from '../jobs/jobs.ts';
import { usageNoticed } from '../lines/carrier-notices.ts';
import { dropOld, enlistActive, readDue, usageNews } from './read-usage.ts';

const readUsageOfLines = defineJob('read-usage');
const enlistLines = defineJob('enlist-for-usage');
const dropReadings = defineJob('drop-usage-readings');

export const handlers = [
  handle(usageNoticed, usageNews),
  handle(readUsageOfLines, readDue),
  handle(enlistLines, enlistActive),
  handle(dropReadings, dropOld),
];

const never = (): Moment => sql<Date | null>`null::timestamptz`;

export const schedules: Schedule[] = [
  // Nothing is used on the way while the sandbox's time is moved: it stops nowhere for this.
  { job: readUsageOfLines, cron: '* * * * *', due: never },
  { job: enlistLines, cron: '37 * * * *', due: never },
  { job: dropReadings, cron: '51 4 * * *', atEnd: true },
];
