import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { cardSetupChanged, settleForgottenPages, settlePage } from './card-setups.ts';
import { detachCard, forgetCard } from './cards.ts';

const finishCardSetups = defineJob('finish-card-setups');

export const handlers = [
  handle(detachCard, (app, { ref }) => forgetCard(app, ref)),
  handle(cardSetupChanged, (app, { sessionId }) => settlePage(app, sessionId)),
  handle(finishCardSetups, settleForgottenPages),
];

export const schedules: Schedule[] = [{ job: finishCardSetups, cron: '*/10 * * * *' }];
