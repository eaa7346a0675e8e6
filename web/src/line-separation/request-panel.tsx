import { useLingui } from '@lingui/react';
import type { Separation } from '@portside/contract/line-separation';
import { phone } from '@portside/contract/phone';
import { useEffect, useRef } from 'react';
import { useTitlePart } from '../api/page-title.ts';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { AnswerForm } from './answer-form.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import { LinesPanel } from './lines-panel.tsx';
import { StatePanel } from './state-panel.tsx';
import { type Request, useRequest } from './use-request.ts';
import { useStateWords } from './state-words.ts';
import { WithdrawPanel } from './withdraw-panel.tsx';

interface RequestPanelProps {
  token: string;
  /** Just sent. */
  sent?: Separation | undefined;
  onNew: () => void;
}

/** How a request stands, and what it still needs. */
export function RequestPanel({ token, sent, onNew }: RequestPanelProps) {
  const { i18n } = useLingui();
  const request = useRequest(token, sent);
  const { separation, dead, hasFailed } = request;
  useTitlePart(undefined);
  if (dead !== undefined) return <DeadPanel onNew={onNew} sentence={dead} />;
  if (separation) {
    return <Loaded onNew={onNew} request={request} separation={separation} />;
  }
  if (!hasFailed) return <SpinnerPage />;
  return (
    <>
      <h1 className="mb-8 text-display">{i18n.t('Your request')}</h1>
      <FailedLoad
        level={2}
        onRetry={() => void request.look()}
        title={i18n.t('Your request did not load.')}
      />
    </>
  );
}

/** The page changes without a navigation. */
function useFocus(key: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [key]);
  return heading;
}

function DeadPanel({ sentence, onNew }: { sentence: string; onNew: () => void }) {
  const { i18n } = useLingui();
  const heading = useFocus('dead');
  return (
    <div className="measure">
      <h1 className="text-display" ref={heading} tabIndex={-1}>
        {i18n.t('This link does not work')}
      </h1>
      <p className="mt-5 mb-8 text-lead text-ink-soft" role="alert">
        {sentence}
      </p>
      <Button onClick={onNew}>{i18n.t('Send a new request')}</Button>
    </div>
  );
}

interface LoadedProps {
  request: Request;
  separation: Separation;
  onNew: () => void;
}

function Loaded({ request, separation, onNew }: LoadedProps) {
  const { i18n } = useLingui();
  const { support } = usePage().brand;
  const { state, reference, email, lines } = separation;
  const heading = useFocus(state);
  const { title } = useStateWords(separation);
  const isOpen = state === 'open' || state === 'waiting' || state === 'asked';
  return (
    <div className="flex max-w-2xl flex-col gap-12">
      <header>
        <h1 className="text-display" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-3 text-ink-soft">
          {i18n.t('Request {reference}, for {numbers}. We write to {email}.', {
            reference,
            numbers: lines.map(({ number }) => phone(number)).join(', '),
            email,
          })}
        </p>
      </header>
      {request.isUnsure && (
        <div className="remark-shape border-mark bg-mark-soft px-4 py-3" role="alert">
          <p>
            {i18n.t(
              'Nobody answered, so we can’t tell whether your last step arrived. What stands here may be old.',
            )}
          </p>
          <Button
            className="-ms-3 mt-1"
            icon="refresh"
            onClick={() => void request.look()}
            variant="quiet"
          >
            {i18n.t('Look again')}
          </Button>
        </div>
      )}
      <StatePanel onNew={onNew} separation={separation} />
      {state === 'asked' && <AnswerForm request={request} separation={separation} />}
      {isOpen && (
        <>
          <DocumentsPanel request={request} separation={separation} />
          <LinesPanel request={request} separation={separation} />
          {state !== 'asked' && <AnswerForm request={request} separation={separation} />}
          <WithdrawPanel request={request} separation={separation} />
        </>
      )}
      {state !== 'withdrawn' && (
        <p className="border-t pt-6 text-fine text-ink-soft">
          {i18n.t(
            'To come back to this page, open the link of our email. Questions? Call {phone}, and name {reference}.',
            { phone: support.phone, reference },
          )}
        </p>
      )}
    </div>
  );
}
