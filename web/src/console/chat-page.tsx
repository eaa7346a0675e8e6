import {
  closeChat,
  handOverChat,
  listChats,
  takeChat,
  viewStaffChat,
} from '@portside/contract/console/chats';
import type { OutputOf } from '@portside/contract/endpoint';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CustomerLink } from './customer-link-tile.tsx';
import { MessageList } from './message-list.tsx';
import { CHAT_EVERY } from './chats-page.tsx';
import { useMe } from './me.ts';
import { ReplyForm } from './reply-form.tsx';
import { useAttended } from './use-attended.ts';
import { languageName, waiting } from './waiting.ts';

type Chat = OutputOf<typeof viewStaffChat>;

/** L12: one conversation, its owner, and the answer. */
export function ChatPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(viewStaffChat, { id });
  useNews(answer.data, () => void answer.refetch());
  return (
    <section aria-labelledby="chat-title" className="flex max-w-[48rem] flex-col gap-4">
      <TextLink to="/chats">All chats</TextLink>
      <h1 className="text-title" id="chat-title">
        {answer.data ? `Chat with ${answer.data.customerId ?? 'somebody not logged in'}` : 'Chat'}
      </h1>
      {answer.isPending && (
        <div aria-busy="true">
          <p className="sr-only" role="status">
            Loading
          </p>
          <Skeleton lines={8} />
        </div>
      )}
      {answer.isError && (
        <FailedLoad
          level={2}
          loading={answer.isFetching}
          onRetry={() => void answer.refetch()}
          title={answer.error.message}
        />
      )}
      {answer.data && (
        <>
          <Owner chat={answer.data} />
          <MessageList messages={answer.data.messages} />
          <ReplyForm chat={answer.data} key={id} />
        </>
      )}
    </section>
  );
}

/** The list is asked: each look at a conversation is in the audit. */
function useNews(chat: Chat | undefined, look: () => void) {
  const isHere = useAttended();
  const { data } = useAnswer(listChats, {}, { refetchInterval: isHere && CHAT_EVERY });
  const row = chat && data?.chats.find(({ id }) => id === chat.id);
  const isNew =
    row !== undefined &&
    (row.writtenAt !== chat?.writtenAt || row.takenBy?.id !== chat.takenBy?.id);
  useEffect(() => {
    if (isNew) look();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each piece of news
  }, [isNew, row?.writtenAt, row?.takenBy?.id]);
}

const changed = [listChats, viewStaffChat];

function Owner({ chat }: { chat: Chat }) {
  const { id, takenBy, waitsSince, language } = chat;
  const me = useMe();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'over' | 'back' | 'close'>();
  const done = () => setAsks(undefined);
  const take = useSend(takeChat, {
    refresh: changed,
    onDone: done,
    // Somebody was quicker: the question names them once the conversation was looked at again.
    onFailed: ({ reason }) => void (reason === 'taken' && setAsks('over')),
  });
  const close = useSend(closeChat, {
    refresh: [listChats],
    onDone: () => void navigate('/chats'),
  });
  const mayAct = me.can.includes(takeChat.name);
  const isMine = takenBy?.id === me.id;
  const isOthers = takenBy !== null && !isMine;
  return (
    <>
      <p>
        {waitsSince ? `Waits: ${waiting(waitsSince)}. ` : 'Nobody waits: it was answered. '}
        {isMine ? 'You have it.' : `${takenBy?.name ?? 'Nobody'} has it.`}{' '}
        {`They read ${languageName(language)}.`} <CustomerLink id={chat.customerId} />
      </p>
      {mayAct && (
        <div className="flex flex-wrap gap-2">
          {takenBy === null && (
            <Button onClick={() => void take({ id })} variant="secondary">
              Take it
            </Button>
          )}
          {isOthers && (
            <Button onClick={() => setAsks('over')} variant="secondary">
              Take it over
            </Button>
          )}
          {isMine && (
            <Button onClick={() => setAsks('back')} variant="secondary">
              Hand it back
            </Button>
          )}
          {!isOthers && (
            <Button onClick={() => setAsks('close')} variant="quiet">
              Close it
            </Button>
          )}
        </div>
      )}
      <QuestionDialog
        confirmLabel="Take it over"
        onClose={done}
        onConfirm={(signal) => take({ id, over: true }, signal)}
        open={asks === 'over'}
        subtitle="Ask them first, so that you don’t both answer."
        title={isOthers ? `${takenBy.name} has it` : 'A colleague has it'}
        tone="primary"
      />
      <QuestionDialog
        confirmLabel="Close it"
        onClose={done}
        onConfirm={(signal) => close({ id }, signal)}
        open={asks === 'close'}
        subtitle={
          waitsSince
            ? 'They still wait for an answer. It leaves the list until they write again.'
            : 'It leaves the list until they write again.'
        }
        title="Close this conversation?"
      />
      {asks === 'back' && <BackDialog id={id} onClose={done} />}
    </>
  );
}

function BackDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm({
    initial: { note: '' },
    ...useSubmit(handOverChat, {
      input: ({ note }: { note: string }) => ({ id, ...(note && { note }) }),
      refresh: changed,
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Hand it back"
      subtitle="It waits for whoever takes it next. The note is kept in the audit."
      title="Hand it back"
    >
      <Field {...form.text('note')} autoFocus label="Note" optional />
    </FormDialog>
  );
}
