import { viewUser } from '@portside/contract/account';
import { listLines, updateNickname } from '@portside/contract/lines';
import { activateSim, checkDevice, checkSim, viewEsim } from '@portside/contract/sim';
import { serve } from '../http/serve.ts';
import * as lines from './lines.ts';

export const routes = [
  serve(listLines, async ({ app, who }) => ({ lines: await lines.listLines(app, who) })),
  serve(updateNickname, ({ app, who, input }) => lines.renameLine(app, who, input)),
  serve(checkSim, ({ app, who, input }) => lines.checkSim(app, who, input)),
  serve(checkDevice, ({ app, who, input }) => lines.checkDevice(app, who, input)),
  serve(viewEsim, ({ app, who, input }) => lines.viewEsim(app, who, input.id)),
  serve(activateSim, ({ app, who, input }) => lines.activateSim(app, who, input)),
  serve(viewUser, ({ app, who }) => lines.viewUser(app, who)),
];
