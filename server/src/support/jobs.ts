import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { nextReply, writeToAbsent } from './staff-replies.ts';
import * as store from './store.ts';

const mailReplies = defineJob('mail-chat-replies');
const dropQuietChats = defineJob('drop-quiet-chats');
const dropMessages = defineJob('drop-contact-messages');

/** Nobody can come back to an anonymous chat. */
const KEPT = days(30);
/** As long as a complaint at the FCC is possible. */
const MESSAGES_KEPT = days(2 * 366);

export const handlers = [
  handle(mailReplies, (app) => writeToAbsent(app)),
  handle(dropQuietChats, (app) =>
    store.deleteQuietChats(app.db.query, later(app.clock.now(), -KEPT)),
  ),
  handle(dropMessages, (app) =>
    store.deleteMessages(app.db.query, later(app.clock.now(), -MESSAGES_KEPT)),
  ),
];

export const schedules: Schedule[] = [
  { job: mailReplies, cron: '* * * * *', due: nextReply },
  { job: dropQuietChats, cron: '55 4 * * *', atEnd: true },
  { job: dropMessages, cron: '57 4 * * *', atEnd: true },
];
