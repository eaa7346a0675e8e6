import * as chatCalls from '@portside/contract/chat';
import { contactUs } from '@portside/contract/support';
import type { ServeSupport } from '../http/support-pages.ts';
import { serve } from '../http/serve.ts';
import { perAccount, perNetwork } from '../limits/rules.ts';
import { readChat, sendChatMessage, viewChat } from './chat.ts';
import { viewChatToken } from './chat-token.ts';
import { replyAsStaff, viewCase } from './staff-replies.ts';
import { contactSupport } from './support.ts';

export const routes = [
  // Each one emails an unconfirmed address.
  serve(contactUs, contactSupport, { limits: [{ by: ['email'], points: 5, minutes: 60 }] }),
  serve(chatCalls.viewChat, viewChat),
  serve(chatCalls.sendChatMessage, sendChatMessage, {
    limits: [perAccount(30, 10), { by: ['browser'], points: 30, minutes: 10 }, perNetwork(60, 15)],
  }),
  serve(chatCalls.readChat, readChat),
  serve(chatCalls.viewChatToken, viewChatToken, { limits: [perAccount(60, 15)] }),
];

export const supportPages: ServeSupport = { view: viewCase, reply: replyAsStaff };
