import {
  dropReadyAnswer,
  keepReadyAnswer,
  listReadyAnswers,
} from '@portside/contract/console/chats';
import type { OutputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';

type Ready = OutputOf<typeof listReadyAnswers>['answers'][number];

const nothingYet = { title: '', text: '' };

/** L12: answers that are kept ready for chats. */
export function AnswersPage() {
  const mayKeep = useMe().can.includes(keepReadyAnswer.name);
  const [kept, setKept] = useState<Ready | 'new'>();
  const [dropped, setDropped] = useState<Ready>();
  return (
    <>
      <ConsoleList
        above={mayKeep && <Button onClick={() => setKept('new')}>Add an answer</Button>}
        actions={(row: Ready) =>
          mayKeep && (
            <span className="flex flex-wrap justify-end gap-1">
              <Button
                aria-label={`Change: ${row.title}`}
                onClick={() => setKept(row)}
                variant="quiet"
              >
                Change
              </Button>
              <Button
                aria-label={`Drop: ${row.title}`}
                onClick={() => setDropped(row)}
                variant="quiet"
              >
                Drop
              </Button>
            </span>
          )
        }
        columns={[
          { head: 'Title', cell: (row) => row.title },
          { head: 'Text', cell: (row) => <span className="whitespace-pre-line">{row.text}</span> },
        ]}
        empty="No answer is kept ready."
        endpoint={listReadyAnswers}
        rowKey={(row) => row.id}
        rowsOf={({ answers }) => answers}
        title="Ready answers"
      />
      {kept && (
        <KeepDialog answer={kept === 'new' ? undefined : kept} onClose={() => setKept(undefined)} />
      )}
      {dropped && <DropDialog answer={dropped} onClose={() => setDropped(undefined)} />}
    </>
  );
}

/** The title is what it is kept by, so it does not change. */
function KeepDialog({ answer, onClose }: { answer: Ready | undefined; onClose: () => void }) {
  const form = useForm({
    initial: answer ? { title: answer.title, text: answer.text } : nothingYet,
    ...useSubmit(keepReadyAnswer, { refresh: [listReadyAnswers], onDone: onClose }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      subtitle={answer ? undefined : 'One with the same title is written anew.'}
      title={answer ? answer.title : 'Add an answer'}
    >
      <Field
        {...form.text('title')}
        autoFocus={!answer}
        label="Title"
        readOnly={answer !== undefined}
      />
      <TextArea {...form.text('text')} autoFocus={answer !== undefined} label="Text" />
    </FormDialog>
  );
}

function DropDialog({ answer, onClose }: { answer: Ready; onClose: () => void }) {
  const drop = useSend(dropReadyAnswer, { refresh: [listReadyAnswers], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel="Drop it"
      onClose={onClose}
      onConfirm={(signal) => drop({ id: answer.id }, signal)}
      open
      subtitle="What was sent with it stays in its conversations."
      title={`Drop “${answer.title}”?`}
    />
  );
}
