import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { replacementHere } from '../shipping/shipments.ts';
import { simChangeNoticed } from '../lines/carrier-notices.ts';
import {
  askAndComeBack,
  beginDue,
  lookAtNoticed,
  lookAtUnderWay,
  moveToMailed,
  moveSim,
  nextReplacement,
} from './moving-sim.ts';

const beginSimChanges = defineJob('begin-sim-changes');
const finishSimChanges = defineJob('finish-sim-changes');

export const handlers = [
  handle(moveSim, (app, { id }) => askAndComeBack(app, id)),
  handle(simChangeNoticed, lookAtNoticed),
  handle(replacementHere, moveToMailed),
  handle(beginSimChanges, beginDue),
  handle(finishSimChanges, lookAtUnderWay),
];

export const schedules: Schedule[] = [
  { job: beginSimChanges, cron: '* * * * *', due: nextReplacement },
  { job: finishSimChanges, cron: '*/5 * * * *' },
];
