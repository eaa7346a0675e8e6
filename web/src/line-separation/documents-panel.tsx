import { useLingui } from '@lingui/react';
import type { DocumentKind, Separation } from '@portside/contract/line-separation';
import { useEffect, useRef, useState } from 'react';
import { useLateSend } from '../api/use-late-send.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useWork } from '../ui/use-work.ts';
import { FileField } from './file-field-tile.tsx';
import { loadCalls } from './load-calls.ts';
import { contentOf } from './file-content.ts';
import type { Request } from './use-request.ts';

interface DocumentsPanelProps {
  request: Request;
  separation: Separation;
}

const MOST = 5;
const MOST_BYTES = 4 * 1024 * 1024;

export function DocumentsPanel({ request, separation }: DocumentsPanelProps) {
  const { i18n } = useLingui();
  const { documents } = separation;
  const heading = useRef<HTMLHeadingElement>(null);
  const names = useKindNames();
  return (
    <section aria-labelledby="documents">
      <h2 className="text-title" id="documents" ref={heading} tabIndex={-1}>
        {i18n.t('Documents')}
      </h2>
      {documents.length === 0 ? (
        <p className="mt-2 text-ink-soft">{i18n.t('None is here yet.')}</p>
      ) : (
        <ul className="mt-3 border-y">
          {documents.map((one) => (
            <li
              className="flex items-center justify-between gap-x-4 not-first:border-t py-2"
              key={one.id}
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-strong">{one.name}</span>
                <span className="block text-fine text-ink-soft">{names[one.kind]}</span>
              </span>
              <RemoveButton
                id={one.id}
                name={one.name}
                onGone={() => heading.current?.focus()}
                request={request}
              />
            </li>
          ))}
        </ul>
      )}
      {documents.length < MOST ? (
        <AddForm request={request} separation={separation} />
      ) : (
        <p className="mt-4 text-ink-soft">
          {i18n.t('Five documents are here already. Remove one first.')}
        </p>
      )}
    </section>
  );
}

function useKindNames(): Readonly<Record<DocumentKind, string>> {
  const { i18n } = useLingui();
  return {
    official: i18n.t('Of the police or a court'),
    professional: i18n.t('Signed by a professional who helps me'),
    care: i18n.t('My statement that somebody is in my care'),
  };
}

interface RemoveButtonProps {
  request: Request;
  id: string;
  name: string;
  onGone: () => void;
}

function RemoveButton({ request, id, name, onGone }: RemoveButtonProps) {
  const { i18n } = useLingui();
  const work = useWork();
  const remove = useLateSend(async () => (await loadCalls()).removeSeparationDocument, {
    onDone({ separation }) {
      onGone();
      request.change(separation);
    },
    onFailed: request.failed,
  });
  return (
    <Button
      aria-label={i18n.t('Remove {name}', { name })}
      className="-me-3 shrink-0"
      icon="trash"
      loading={work.loading}
      onClick={() =>
        void work.run(async (signal) => void (await remove({ token: request.token, id }, signal)))
      }
      variant="quiet"
    >
      {i18n.t('Remove')}
    </Button>
  );
}

interface AddValues {
  kind: string;
  content: File | undefined;
}

function AddForm({ request, separation }: DocumentsPanelProps) {
  const { i18n } = useLingui();
  const names = useKindNames();
  /** A field for files is emptied by another one in its place. */
  const [round, setRound] = useState(0);
  const file = useRef<HTMLInputElement>(null);
  const first = separation.missing[0];
  const kinds: DocumentKind[] = ['official', 'professional'];
  if (separation.lines.some(({ who }) => who === 'in_care')) kinds.push('care');
  const send = useLateSubmit(async () => (await loadCalls()).addSeparationDocument, {
    refusalAt: 'content',
    onDone(answer) {
      form.reset({ kind: '', content: undefined });
      setRound(round + 1);
      request.change(answer.separation);
    },
    onFailed: request.failed,
  });
  const form = useForm<AddValues>({
    initial: { kind: first === 'care' ? 'care' : '', content: undefined },
    async onSubmit({ kind, content }, signal) {
      if (content && content.size > MOST_BYTES) {
        const message = i18n.t('This file is larger than 4 MB. Please send a smaller one.');
        return [{ field: 'content', message }];
      }
      return send.onSubmit(
        {
          token: request.token,
          kind: kind as DocumentKind,
          name: content?.name.slice(-200) ?? '',
          content: content ? await contentOf(content) : '',
        },
        signal,
      );
    },
  });
  const { name: nameFault, ...errors } = form.errors;
  const shown = { ...form, errors };
  useEffect(() => {
    if (round > 0) file.current?.focus();
  }, [round]);
  return (
    <Form className="mt-6" form={shown} label={i18n.t('Add a document')}>
      <RadioCards
        cards={kinds.map((value) => ({ value, label: names[value] }))}
        error={errors['kind']}
        legend={i18n.t('What is it?')}
        name="kind"
        onChange={(kind) => form.set('kind', kind)}
        value={form.values.kind}
      />
      <FileField
        error={errors['content'] ?? nameFault}
        hint={i18n.t(
          'A PDF, or a picture as JPEG or PNG, of at most 4 MB. You can take it with the camera.',
        )}
        key={round}
        label={i18n.t('File')}
        name="content"
        onChange={(content) => {
          form.clearError('name');
          form.set('content', content);
        }}
        ref={file}
      />
      <Button className="self-start" loading={form.loading} type="submit" variant="secondary">
        {i18n.t('Add this document')}
      </Button>
    </Form>
  );
}
