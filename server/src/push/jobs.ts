import { handle } from '../jobs/jobs.ts';
import { sendPush } from './push-hooks.ts';
import { sendNotice } from './send-push.ts';

export const handlers = [handle(sendPush, sendNotice)];
