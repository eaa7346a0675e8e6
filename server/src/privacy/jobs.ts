import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { eraseDue, nextErasure } from './asking.ts';
import { eraseLastLetters, eraseLetters } from './erase.ts';

const eraseAccounts = defineJob('erase-accounts');

export const handlers = [handle(eraseAccounts, eraseDue), handle(eraseLetters, eraseLastLetters)];

export const schedules: Schedule[] = [{ job: eraseAccounts, cron: '* * * * *', due: nextErasure }];
