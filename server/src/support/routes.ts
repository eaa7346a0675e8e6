import * as chatCalls from '@portside/contract/chat';
import * as staffCalls from '@portside/contract/console/chats';
import * as inboxCalls from '@portside/contract/console/inbox';
import { contactUs } from '@portside/contract/support';
import type { ServeSupport } from '../http/support-pages.ts';
import { serve } from '../http/serve.ts';
import { serveStaff } from '../http/serve-staff.ts';
import { perAccount, perNetwork } from '../limits/rules.ts';
import * as desk from './at-the-desk.ts';
import * as inbox from './inbox.ts';
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

export const staffRoutes = [
  serveStaff(staffCalls.listChats, desk.listChats),
  serveStaff(staffCalls.viewStaffChat, desk.viewStaffChat),
  serveStaff(staffCalls.takeChat, desk.takeChat),
  serveStaff(staffCalls.replyToChat, desk.replyToChat),
  serveStaff(staffCalls.handOverChat, desk.handOverChat),
  serveStaff(staffCalls.closeChat, desk.closeChat),
  serveStaff(inboxCalls.listInbox, inbox.listInbox),
  serveStaff(inboxCalls.viewInboxMessage, inbox.viewInboxMessage),
  serveStaff(inboxCalls.takeInboxMessage, inbox.takeInboxMessage),
  serveStaff(inboxCalls.replyToInboxMessage, inbox.replyToInboxMessage),
  serveStaff(inboxCalls.handOverInboxMessage, inbox.handOverInboxMessage),
  serveStaff(inboxCalls.closeInboxMessage, inbox.closeInboxMessage),
  serveStaff(staffCalls.listReadyAnswers, desk.listReadyAnswers),
  serveStaff(staffCalls.keepReadyAnswer, desk.keepReadyAnswer),
  serveStaff(staffCalls.dropReadyAnswer, desk.dropReadyAnswer),
];
