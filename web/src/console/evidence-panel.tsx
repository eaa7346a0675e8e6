import { sendEvidence, viewDispute, viewEvidence } from '@portside/contract/console/disputes';
import type { OutputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextArea } from '../ui/text-area.tsx';

/** What the bank is told, word for word. */
export function EvidencePanel({ dispute }: { dispute: OutputOf<typeof viewDispute> }) {
  const { id, status, isLate, answer } = dispute;
  const evidence = useAnswer(viewEvidence, { id });
  const [isAsking, setAsking] = useState(false);
  const mayAnswer = status === 'open' && !isLate && (!answer || answer.state === 'refused');
  return (
    <section aria-labelledby="evidence-title" className="flex flex-col gap-4">
      <h2 className="text-lead" id="evidence-title">
        {evidence.data?.sent ? 'What the bank was told' : 'What the bank would be told'}
      </h2>
      {evidence.isPending && <Skeleton lines={10} />}
      {evidence.isError && (
        <FailedLoad
          level={3}
          loading={evidence.isFetching}
          onRetry={() => void evidence.refetch()}
          title={evidence.error.message}
        />
      )}
      {evidence.data?.erased && (
        <p className="font-strong">
          This customer’s own data were erased. What is left is the receipt and what was kept with
          it.
        </p>
      )}
      {evidence.data && (
        <dl className="flex flex-col gap-4">
          {evidence.data.parts.map(({ name, title, text }) => (
            <div key={name}>
              <dt className="font-strong">{title}</dt>
              <dd>
                <div
                  aria-label={title}
                  className="max-h-80 overflow-y-auto rounded-control border bg-surface px-4 py-2 wrap-anywhere whitespace-pre-wrap"
                  role="region"
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
                  tabIndex={0}
                >
                  {text}
                </div>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {evidence.data && !evidence.data.sent && (
        <p>The receipt goes along as a PDF, where the payment provider takes files.</p>
      )}
      {status === 'open' && answer?.state === 'sent' && (
        <p className="font-strong">
          The bank asks again after this answer. Answer it on the payment provider’s own pages: they
          have what the bank wants to know.
        </p>
      )}
      {evidence.data && mayAnswer && (
        <Button className="self-start" onClick={() => setAsking(true)}>
          Send it to the bank
        </Button>
      )}
      {isAsking && <SendDialog id={id} onClose={() => setAsking(false)} />}
    </section>
  );
}

function SendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const submit = useSubmit(sendEvidence, {
    refresh: [viewDispute, viewEvidence],
    onDone: onClose,
  });
  const form = useForm({ initial: { id, added: '' }, ...submit });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Send it to the bank"
      subtitle="A bank takes one answer: nothing can be added or taken back afterwards. The customer’s data on this page go to the payment provider and the bank."
      title="Send the evidence?"
    >
      <TextArea
        {...form.text('added')}
        hint="What else the bank should know. It comes first."
        label="Add in your words"
        optional
        rows={5}
      />
    </FormDialog>
  );
}
