import {
  bringNumber,
  cancelPortIn,
  checkPortIn,
  listPortIns,
  resubmitPortIn,
  updatePortIn,
  viewPortIn,
} from '@portside/contract/port-in';
import { serve } from '../http/serve.ts';
import * as portIns from './port-in.ts';

export const routes = [
  serve(checkPortIn, ({ app, who, input }) => portIns.checkPortIn(app, who, input)),
  serve(updatePortIn, ({ app, who, input }) => portIns.updatePortIn(app, who, input)),
  serve(bringNumber, ({ app, who, input }) => portIns.bringNumber(app, who, input)),
  serve(resubmitPortIn, ({ app, who, input }) => portIns.resubmitPortIn(app, who, input)),
  serve(listPortIns, async ({ app, who }) => ({ portIns: await portIns.listPortIns(app, who) })),
  serve(viewPortIn, ({ app, who, input }) => portIns.viewPortIn(app, who, input.id)),
  serve(cancelPortIn, ({ app, who, input }) => portIns.cancelPortIn(app, who, input.id)),
];
