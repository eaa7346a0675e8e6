import { ownerOf } from '../http/who.ts';
import { handle } from '../jobs/jobs.ts';
import { freezeNumberJob } from '../line-locks/set-locks.ts';
import { accountPaused } from '../safety/pauses.ts';
import { freezeNumber } from './freeze-number.ts';
import { makePausedSafe } from './pausing.ts';
import { browserLoggedOut, stopLeftBy } from './stop-begun.ts';

export const handlers = [
  handle(freezeNumberJob, async (app, { lineId }) => {
    await freezeNumber(app, lineId);
  }),
  handle(accountPaused, (app, { tenant, customerId }) =>
    makePausedSafe(app, ownerOf(tenant, customerId)),
  ),
  handle(browserLoggedOut, (app, { tenant, customerId, sessionId }) =>
    stopLeftBy(app, ownerOf(tenant, customerId), sessionId),
  ),
];
