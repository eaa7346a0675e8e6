import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { portOutNoticed } from '../lines/carrier-notices.ts';
import { catchUpPortOuts, lookAtPortOut } from './port-outs.ts';
import { syncPin, syncPinJob, syncPins } from './sync-pin.ts';

/** For notices that were lost, and jobs that were given up. */
const finishPortOuts = defineJob('finish-port-outs');

export const handlers = [
  handle(portOutNoticed, lookAtPortOut),
  handle(syncPinJob, (app, { lineId }) => syncPin(app, lineId)),
  handle(finishPortOuts, async (app) => {
    await syncPins(app);
    await catchUpPortOuts(app);
  }),
];

export const schedules: Schedule[] = [{ job: finishPortOuts, cron: '*/5 * * * *' }];
