import { later, minutes } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { untoldAddOns } from './store.ts';
import { tellCarrier, tellCarrierJob } from './tell-carrier.ts';

/** For those whose job was given up. */
const tellAddOns = defineJob('tell-add-ons');

export const handlers = [
  handle(tellCarrierJob, (app, { id }) => tellCarrier(app, id)),
  handle(tellAddOns, async (app) => {
    const now = app.clock.now();
    const found = await untoldAddOns(app.db.query, later(now, -minutes(10)), now);
    const tell = (id: string) => tellCarrier(app, id);
    await sweep(app, found, tell, 'the carrier was not told of an add-on yet');
  }),
];

export const schedules: Schedule[] = [{ job: tellAddOns, cron: '*/5 * * * *' }];
