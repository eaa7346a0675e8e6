import { listReadyAnswers, type replyToChat } from '@portside/contract/console/chats';
import type { Endpoint } from '@portside/contract/endpoint';
import { useState } from 'react';
import { newId } from '../api/new-id.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useMe } from './me.ts';

/** What is half written stays while a colleague has it. */
export function ReplyForm(props: {
  about: { id: string; takenBy: { id: string; name: string } | null };
  reply: typeof replyToChat;
  /** What it changes. */
  refresh: readonly Endpoint[];
  label?: string;
}) {
  const { about, reply, refresh, label = 'Your answer' } = props;
  const { id, takenBy } = about;
  const me = useMe();
  // The same text after a lost answer is stored once; another text is another message.
  const [clientId, setClientId] = useState(newId);
  const ready = useAnswer(listReadyAnswers, {});
  const form = useForm({
    initial: { text: '' },
    ...useSubmit(reply, {
      input: ({ text }: { text: string }) => ({ id, text, clientId }),
      refresh,
      refusalAt: 'text',
      onDone: () => write(''),
    }),
  });

  function write(text: string) {
    form.set('text', text);
    setClientId(newId());
  }

  if (!me.can.includes(reply.name)) return null;
  if (takenBy && takenBy.id !== me.id) {
    return <p role="status">{takenBy.name} has it. Take it over to answer.</p>;
  }
  const answers = ready.data?.answers ?? [];
  return (
    <Form className="gap-4" form={form} label="Answer">
      {answers.length > 0 && (
        <Select
          className="w-80 max-w-full"
          label="Insert a ready answer"
          name="ready"
          onChange={(chosen) => {
            const text = answers.find((one) => one.id === chosen)?.text ?? '';
            write([form.values.text.trim(), text].filter(Boolean).join('\n\n'));
          }}
          options={answers.map((one) => ({ value: one.id, label: one.title }))}
          placeholder="Choose one"
          value=""
        />
      )}
      <TextArea {...form.text('text')} label={label} onChange={write} rows={4} />
      <Button className="self-start" loading={form.loading} type="submit">
        Send
      </Button>
    </Form>
  );
}
