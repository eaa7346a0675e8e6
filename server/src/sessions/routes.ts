import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  nameBrowser,
} from '@portside/contract/sessions';
import { serve } from '../http/serve.ts';
import * as sessions from './sessions.ts';

export const routes = [
  serve(nameBrowser, ({ app, who }) => sessions.nameBrowser(app, who)),
  serve(listSessions, ({ app, who }) => sessions.listSessions(app, who)),
  serve(endSession, ({ app, who, input }) => sessions.signOutBrowser(app, who, input.id)),
  serve(endOtherSessions, ({ app, who }) => sessions.signOutElsewhere(app, who)),
  serve(listActivity, ({ app, who, input }) => sessions.listActivity(app, who, input)),
];
