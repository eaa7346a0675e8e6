import {
  closeInboxMessage,
  handOverInboxMessage,
  listInbox,
  replyToInboxMessage,
  takeInboxMessage,
  viewInboxMessage,
} from '@portside/contract/console/inbox';
import type { OutputOf } from '@portside/contract/endpoint';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { TextLink } from '../ui/text-link.tsx';
import { BesideTile } from './beside-tile.tsx';
import { type Desk, DeskPanel } from './desk-panel.tsx';
import { MessageList } from './message-list.tsx';
import { ReplyForm } from './reply-form.tsx';
import { CHAT_EVERY_MS, useEvery } from './use-every.ts';
import { languageName } from './waiting.ts';
import { WaitingPanel } from './waiting-panel.tsx';

const desk: Desk = {
  take: takeInboxMessage,
  handOver: handOverInboxMessage,
  close: closeInboxMessage,
  list: listInbox,
  view: viewInboxMessage,
  path: '/inbox',
  words: { close: 'Close this message?', closed: 'It leaves the list.' },
};
const changed = [listInbox, viewInboxMessage];

type Message = OutputOf<typeof viewInboxMessage>;

/** L12: one message of the contact form, and the answer by email. */
export function InboxMessagePage() {
  const { id = '' } = useParams();
  const answer = useAnswer(viewInboxMessage, { id });
  useNews(answer.data, () => void answer.refetch());
  return (
    <section aria-labelledby="message-title" className="flex flex-col gap-4">
      <TextLink to="/inbox">All messages</TextLink>
      <h1 className="text-title wrap-anywhere" id="message-title">
        {answer.data ? `Message from ${answer.data.name}` : 'Message'}
      </h1>
      <WaitingPanel answer={answer} />
      {answer.data && (
        <div className="grid gap-8 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <DeskPanel about={answer.data} desk={desk}>
              {`They read ${languageName(answer.data.language)}.`}
            </DeskPanel>
            <MessageList messages={linesOf(answer.data)} />
            <p className="text-fine break-words text-ink-soft">
              Your answer goes to {answer.data.email} by email, without what they wrote: anybody can
              enter any address.
            </p>
            <ReplyForm
              about={answer.data}
              key={id}
              label="Your answer by email"
              refresh={changed}
              reply={replyToInboxMessage}
            />
          </div>
          {answer.data.customerId !== null && (
            <BesideTile
              customerId={answer.data.customerId}
              key={answer.data.customerId}
              tells="An account has this address. Whether its owner wrote is not proven."
            />
          )}
        </div>
      )}
    </section>
  );
}

const linesOf = ({ id, text, writtenAt, replies }: Message) => [
  { id, from: 'visitor' as const, text, at: writtenAt, masked: false, beforeLogin: false },
  ...replies.map((one) => ({
    id: one.id,
    from: 'desk' as const,
    text: one.text,
    at: one.at,
    masked: false,
    beforeLogin: false,
  })),
];

/** The list is asked: each look at a message is in the audit. */
function useNews(message: Message | undefined, look: () => void) {
  const { data } = useAnswer(listInbox, {}, { refetchInterval: useEvery(CHAT_EVERY_MS) });
  const row = message && data?.messages.find(({ id }) => id === message.id);
  const isNew =
    row !== undefined &&
    (row.waitsSince !== message?.waitsSince || row.takenBy?.id !== message.takenBy?.id);
  useEffect(() => {
    if (isNew) look();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each piece of news
  }, [isNew, row?.waitsSince, row?.takenBy?.id]);
}
