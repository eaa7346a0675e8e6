import { readChat, sendChatMessage, viewChat } from '@portside/contract/chat';
import { contactUs } from '@portside/contract/support';
import type { ServeDesk } from '../http/desk.ts';
import { serve } from '../http/serve.ts';
import * as support from './support.ts';

export const routes = [
  serve(contactUs, ({ app, who, input }) => support.contactDesk(app, who, input)),
  serve(viewChat, ({ app, who, input }) => support.viewConversation(app, who, input)),
  serve(sendChatMessage, ({ app, who, input }) => support.sayToDesk(app, who, input)),
  serve(readChat, ({ app, who, input }) => support.markSeen(app, who, input)),
];

/** The page of a letter's link (`/desk/{signed}`). */
export const desk: ServeDesk = { view: support.viewDesk, reply: support.replyFromDesk };
