import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { dropOldOffers, endOffers, nextOffer } from './ended-offers.ts';

const endOffersJob = defineJob('end-offers');
const dropOldOffersJob = defineJob('drop-old-offers');

export const handlers = [handle(endOffersJob, endOffers), handle(dropOldOffersJob, dropOldOffers)];

export const schedules: Schedule[] = [
  { job: endOffersJob, cron: '* * * * *', due: nextOffer },
  { job: dropOldOffersJob, cron: '41 4 * * *', atEnd: true },
];
