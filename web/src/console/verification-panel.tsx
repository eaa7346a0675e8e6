import {
  enterVerification,
  startVerification,
  viewVerification,
} from '@portside/contract/console/verification';
import type { InputOf, OutputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

type Ways = OutputOf<typeof viewVerification>;
type Way = 'email' | 'phone' | 'chat' | 'ticket' | 'in_person';

/** L05: how the caller is known is chosen and written down; until then nothing is shown. */
export function VerificationPanel({ id, onOpen }: { id: string; onOpen: () => void }) {
  const answer = useAnswer(viewVerification, { id });
  const [sentTo, setSentTo] = useState<string>();
  if (answer.isPending) return <Skeleton lines={6} />;
  if (answer.isError) {
    return (
      <FailedPanel
        error={answer.error}
        loading={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  const { title, warnings } = answer.data;
  return (
    <section aria-labelledby="verify-title" className="flex max-w-[40rem] flex-col gap-5">
      <div>
        <h1 className="text-title wrap-anywhere" id="verify-title">
          Verify {title}
        </h1>
        <p className="text-ink-soft">
          Nothing of a customer is shown before you know that it is them. Then their page is open
          for 15 minutes, and they see in their activity that you opened it.
        </p>
      </div>
      {warnings.length > 0 && (
        <div role="status">
          <ul className="flex flex-col gap-1 border-s-4 border-mark ps-3">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {sentTo === undefined ? (
        <WayForm id={id} onOpen={onOpen} onSent={setSentTo} ways={answer.data} />
      ) : (
        <CodeForm id={id} onBack={() => setSentTo(undefined)} onOpen={onOpen} sentTo={sentTo} />
      )}
    </section>
  );
}

function WayForm(props: {
  id: string;
  ways: Ways;
  onSent: (to: string) => void;
  onOpen: () => void;
}) {
  const { id, ways } = props;
  const codes = ways.codes.map(({ to, shown }) => ({
    value: to,
    label: to === 'email' ? `A code by email to ${shown}` : `A code by text message to ${shown}`,
    detail: 'They read it out to you.',
  }));
  const cards: { value: Way; label: string; detail: string }[] = [
    ...codes,
    ...(ways.chats
      ? [
          {
            value: 'chat' as const,
            label: 'They write in the chat right now',
            detail: 'From their account, within the last half hour.',
          },
        ]
      : []),
    { value: 'ticket', label: 'A ticket of the CRM', detail: 'It says how they were verified.' },
    { value: 'in_person', label: 'They are here in person', detail: 'You have seen a photo ID.' },
  ];
  const form = useForm<{ way: Way; reference: string }>({
    initial: { way: cards[0]?.value ?? 'ticket', reference: '' },
    ...useSubmit(startVerification, {
      input: ({ way, reference }: { way: Way; reference: string }) =>
        inputOf(id, way, reference.trim()),
      onDone: ({ sentTo }) => (sentTo === undefined ? props.onOpen() : props.onSent(sentTo)),
      refusalAt: 'way',
    }),
  });
  const { way } = form.values;
  const isWritten = way === 'ticket' || way === 'in_person';
  return (
    <Form className="gap-5" form={form} label="Verify the caller">
      <RadioCards
        cards={cards}
        error={form.errors.way}
        legend="How do you know that it is them?"
        name="way"
        onChange={(value) => form.set('way', value as Way)}
        value={way}
      />
      {isWritten && (
        <Field
          {...form.text('reference')}
          label={way === 'ticket' ? 'Number of the ticket' : 'Which ID you saw'}
          {...(way === 'in_person' && { hint: 'The kind of ID, never its number.' })}
        />
      )}
      <Button className="self-start" loading={form.loading} type="submit">
        {isWritten || way === 'chat' ? 'Open the page' : 'Send the code'}
      </Button>
    </Form>
  );
}

function inputOf(id: string, way: Way, reference: string): InputOf<typeof startVerification> {
  if (way === 'email' || way === 'phone') return { id, how: 'code', to: way };
  return { id, how: way, ...(reference && way !== 'chat' && { reference }) };
}

function CodeForm(props: { id: string; sentTo: string; onOpen: () => void; onBack: () => void }) {
  const { id, sentTo, onOpen, onBack } = props;
  const form = useForm({
    initial: { code: '' },
    ...useSubmit(enterVerification, {
      input: ({ code }: { code: string }) => ({ id, code }),
      onDone: onOpen,
    }),
  });
  return (
    <Form className="gap-5" form={form} label="The code">
      <p role="status">The code is on its way to {sentTo}. Ask them to read it out.</p>
      <Field
        {...form.text('code')}
        autoComplete="off"
        autoFocus
        className="max-w-[14rem]"
        inputMode="numeric"
        label="Their code"
        maxLength={6}
      />
      <div className="flex flex-wrap gap-3">
        <Button loading={form.loading} type="submit">
          Open the page
        </Button>
        <Button onClick={onBack} variant="quiet">
          Send it again, or another way
        </Button>
      </div>
    </Form>
  );
}
