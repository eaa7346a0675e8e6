import * as calls from '@portside/contract/sessions';
import { serve } from '../http/serve.ts';
import { listActivity } from './activity.ts';
import { listSessions, nameBrowser, signOutBrowser, signOutElsewhere } from './sessions.ts';

export const routes = [
  serve(calls.nameBrowser, nameBrowser),
  serve(calls.listSessions, listSessions),
  serve(calls.endSession, signOutBrowser),
  serve(calls.endOtherSessions, signOutElsewhere),
  serve(calls.listActivity, listActivity),
];
