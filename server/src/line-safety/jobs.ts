import { ownerOf } from '../http/who.ts';
import { handle } from '../jobs/jobs.ts';
import { accountPaused } from '../safety/pauses.ts';
import { makePausedSafe } from './pausing.ts';

export const handlers = [
  handle(accountPaused, (app, { tenant, customerId }) =>
    makePausedSafe(app, ownerOf(tenant, customerId)),
  ),
];
