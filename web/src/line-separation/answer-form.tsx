import { useLingui } from '@lingui/react';
import type { Separation } from '@portside/contract/line-separation';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { loadCalls } from './load-calls.ts';
import type { Request } from './use-request.ts';

interface AnswerFormProps {
  request: Request;
  separation: Separation;
}

/** An answer, or something more. */
export function AnswerForm({ request, separation }: AnswerFormProps) {
  const { i18n } = useLingui();
  const isAsked = separation.state === 'asked';
  const send = useLateSubmit(async () => (await loadCalls()).answerSeparation, {
    refusalAt: 'text',
    onDone(answer) {
      form.reset();
      request.change(answer.separation);
    },
    onFailed: request.failed,
  });
  const form = useForm({
    initial: { text: '' },
    onSubmit: ({ text }, signal) => send.onSubmit({ token: request.token, text }, signal),
  });
  const title = isAsked ? i18n.t('Your answer') : i18n.t('Tell us more');
  return (
    <section aria-labelledby="answer">
      <h2 className="text-title" id="answer">
        {title}
      </h2>
      <Form className="mt-4" form={form} label={title}>
        <TextArea
          {...form.text('text')}
          hint={i18n.t('Staff who are trained for it read this, and nobody else.')}
          label={i18n.t('Message')}
          maxLength={2000}
          rows={4}
        />
        <Button className="self-start" loading={form.loading} type="submit" variant="secondary">
          {i18n.t('Send')}
        </Button>
      </Form>
    </section>
  );
}
