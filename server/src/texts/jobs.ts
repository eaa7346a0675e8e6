import { days, later } from '../clock.ts';
import { sendText } from '../emails/brief.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { lookAtText, lookAtTexts, noteDelivery } from './deliveries.ts';
import { sendTexts } from './send-texts.ts';
import * as store from './store.ts';

const dropTexts = defineJob('drop-texts');
const lookAtUnheard = defineJob('look-at-texts');

/** For a customer's question. Consents stay. */
const KEPT = days(90);

export const handlers = [
  handle(sendText, sendTexts),
  handle(lookAtText, noteDelivery),
  handle(lookAtUnheard, lookAtTexts),
  handle(dropTexts, (app) => store.dropTexts(app.db.query, later(app.clock.now(), -KEPT))),
];

export const schedules: Schedule[] = [
  { job: dropTexts, cron: '59 4 * * *', atEnd: true },
  { job: lookAtUnheard, cron: '*/10 * * * *' },
];
