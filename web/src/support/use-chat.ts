import { usePage } from '../api/page.tsx';
import { useStore } from '../api/store.ts';
import { useCall } from '../api/use-call.tsx';
import { type BuiltInChat, chatOf, type ChatState } from './chat-conversation.ts';

export function useChat(): ChatState & { chat: BuiltInChat } {
  const chat = chatOf(useCall(), usePage());
  return { ...useStore(chat.state, chat.state.get()), chat };
}
