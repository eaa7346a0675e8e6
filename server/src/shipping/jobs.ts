import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { followMail, nextOfMail } from './following.ts';

const followMailJob = defineJob('follow-mail');

export const handlers = [handle(followMailJob, followMail)];

export const schedules: Schedule[] = [{ job: followMailJob, cron: '* * * * *', due: nextOfMail }];
