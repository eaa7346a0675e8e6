import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { nextToPublish, publishDue } from './publishing.ts';

const publishPlans = defineJob('publish-plans');

export const handlers = [handle(publishPlans, publishDue)];

export const schedules: Schedule[] = [{ job: publishPlans, cron: '* * * * *', due: nextToPublish }];
