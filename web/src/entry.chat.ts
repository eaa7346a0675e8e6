import { runChatFrame } from './support/chat-frame.ts';

runChatFrame(window);
