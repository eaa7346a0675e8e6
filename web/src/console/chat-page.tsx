import {
  closeChat,
  handOverChat,
  listChats,
  replyToChat,
  takeChat,
  viewStaffChat,
} from '@portside/contract/console/chats';
import type { OutputOf } from '@portside/contract/endpoint';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { TextLink } from '../ui/text-link.tsx';
import { BesideTile } from './beside-tile.tsx';
import { type Desk, DeskPanel } from './desk-panel.tsx';
import { MessageList } from './message-list.tsx';
import { whoWrites } from './chats-page.tsx';
import { ReplyForm } from './reply-form.tsx';
import { CHAT_EVERY_MS, useEvery } from './use-every.ts';
import { languageName } from './waiting.ts';
import { WaitingPanel } from './waiting-panel.tsx';

const desk: Desk = {
  take: takeChat,
  handOver: handOverChat,
  close: closeChat,
  list: listChats,
  view: viewStaffChat,
  path: '/chats',
  words: {
    close: 'Close this conversation?',
    closed: 'It leaves the list until they write again.',
  },
};
const changed = [listChats, viewStaffChat];

type Chat = OutputOf<typeof viewStaffChat>;

const titleOf = (chat: Chat) =>
  chat.customerId === null ? 'Chat with somebody not logged in' : `Chat with ${whoWrites(chat)}`;

/** L12: one conversation, its owner, and the answer. */
export function ChatPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(viewStaffChat, { id });
  useNews(answer.data, () => void answer.refetch());
  return (
    <section aria-labelledby="chat-title" className="flex flex-col gap-4">
      <TextLink to="/chats">All chats</TextLink>
      <h1 className="text-title wrap-anywhere" id="chat-title">
        {answer.data ? titleOf(answer.data) : 'Chat'}
      </h1>
      <WaitingPanel answer={answer} />
      {answer.data && (
        <div className="grid gap-8 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <DeskPanel about={answer.data} desk={desk}>
              {`They read ${languageName(answer.data.language)}.`}
            </DeskPanel>
            <MessageList messages={answer.data.messages} />
            <ReplyForm about={answer.data} key={id} refresh={changed} reply={replyToChat} />
          </div>
          {answer.data.customerId !== null && (
            <BesideTile customerId={answer.data.customerId} key={answer.data.customerId} />
          )}
        </div>
      )}
    </section>
  );
}

/** The list is asked: each look at a conversation is in the audit. */
function useNews(chat: Chat | undefined, look: () => void) {
  const { data } = useAnswer(listChats, {}, { refetchInterval: useEvery(CHAT_EVERY_MS) });
  const row = chat && data?.chats.find(({ id }) => id === chat.id);
  const isNew =
    row !== undefined &&
    (row.writtenAt !== chat?.writtenAt || row.takenBy?.id !== chat.takenBy?.id);
  useEffect(() => {
    if (isNew) look();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each piece of news
  }, [isNew, row?.writtenAt, row?.takenBy?.id]);
}
