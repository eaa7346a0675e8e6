import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { pinNoticed, portOutNoticed } from '../lines/carrier-notices.ts';
import { letGoOfHanging, nextEnd } from './hanging.ts';
import { catchUpPortOuts, lookAtPortOut } from './port-outs.ts';
import { lookAtPin } from './pin-made-elsewhere.ts';
import { syncPin, syncPinJob, syncPins } from './sync-pin.ts';

/** For notices that were lost, and jobs that were given up. */
const finishPortOuts = defineJob('finish-port-outs');

const endHangingPortOuts = defineJob('end-hanging-port-outs');

export const handlers = [
  handle(portOutNoticed, lookAtPortOut),
  handle(pinNoticed, lookAtPin),
  handle(syncPinJob, (app, { lineId }) => syncPin(app, lineId)),
  handle(finishPortOuts, async (app) => {
    await syncPins(app);
    await catchUpPortOuts(app);
  }),
  handle(endHangingPortOuts, letGoOfHanging),
];

export const schedules: Schedule[] = [
  { job: finishPortOuts, cron: '*/5 * * * *' },
  { job: endHangingPortOuts, cron: '*/5 * * * *', due: nextEnd },
];
