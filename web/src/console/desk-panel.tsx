import type { closeChat, handOverChat, takeChat } from '@portside/contract/console/chats';
import type { Endpoint } from '@portside/contract/endpoint';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { useMe } from './me.ts';
import { waiting } from './waiting.ts';

export interface Desk {
  readonly take: typeof takeChat;
  readonly handOver: typeof handOverChat;
  readonly close: typeof closeChat;
  readonly list: Endpoint;
  readonly view: Endpoint;
  /** Its list. */
  readonly path: string;
  readonly words: { readonly close: string; readonly closed: string };
}

interface AtTheDesk {
  readonly id: string;
  readonly takenBy: { readonly id: string; readonly name: string } | null;
  readonly waitsSince: string | null;
}

/** Who has it, and what can be done with it. */
export function DeskPanel(props: { desk: Desk; about: AtTheDesk; children?: ReactNode }) {
  const { desk, about, children } = props;
  const { id, takenBy, waitsSince } = about;
  const changed = [desk.list, desk.view];
  const me = useMe();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'over' | 'back' | 'close'>();
  const done = () => setAsks(undefined);
  const take = useSend(desk.take, {
    refresh: changed,
    onDone: done,
    // Somebody was quicker: the question names them once the conversation was looked at again.
    onFailed: ({ reason }) => void (reason === 'taken' && setAsks('over')),
  });
  const close = useSend(desk.close, {
    refresh: [desk.list],
    onDone: () => void navigate(desk.path),
  });
  const mayAct = me.can.includes(desk.take.name);
  const isMine = takenBy?.id === me.id;
  const isOthers = takenBy !== null && !isMine;
  return (
    <>
      <p>
        {waitsSince ? `Waits: ${waiting(waitsSince)}. ` : 'Nobody waits: it was answered. '}
        {isMine ? 'You have it.' : `${takenBy?.name ?? 'Nobody'} has it.`} {children}
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
          waitsSince ? `They still wait for an answer. ${desk.words.closed}` : desk.words.closed
        }
        title={desk.words.close}
      />
      {asks === 'back' && <BackDialog desk={desk} id={id} onClose={done} />}
    </>
  );
}

function BackDialog({ desk, id, onClose }: { desk: Desk; id: string; onClose: () => void }) {
  const form = useForm({
    initial: { note: '' },
    ...useSubmit(desk.handOver, {
      input: ({ note }: { note: string }) => ({ id, ...(note && { note }) }),
      refresh: [desk.list, desk.view],
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
