import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sql } from 'kysely';
import { publishAddOnsDue } from './add-on-editing.ts';
import { publishDue } from './publishing.ts';
import { addOnVersions, planVersions } from './version-store.ts';

const publishPlans = defineJob('publish-plans');

export const handlers = [
  handle(publishPlans, async (app) => {
    await publishDue(app);
    await publishAddOnsDue(app);
  }),
];

/** The earlier one. */
const nextOfBoth = () =>
  sql<Date | null>`least(${planVersions.nextToPublish}, ${addOnVersions.nextToPublish})`;

export const schedules: Schedule[] = [{ job: publishPlans, cron: '* * * * *', due: nextOfBoth }];
