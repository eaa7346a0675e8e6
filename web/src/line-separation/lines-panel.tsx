import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Separation } from '@portside/contract/line-separation';
import { useRef, useState } from 'react';
import { useLateSend } from '../api/use-late-send.ts';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { useWork } from '../ui/use-work.ts';
import { loadCalls } from './load-calls.ts';
import type { Request } from './use-request.ts';

interface LinesPanelProps {
  request: Request;
  separation: Separation;
}

/** Who has the phone in hand shows it by a code. */
export function LinesPanel({ request, separation }: LinesPanelProps) {
  const { i18n } = useLingui();
  const { lines, texts } = separation;
  return (
    <section aria-labelledby="lines">
      <h2 className="text-title" id="lines">
        {i18n.t('The lines')}
      </h2>
      <p className="measure mt-2 text-ink-soft">
        {texts
          ? i18n.t(
              'Show that you have the phone: we text a code to it, which says nothing of your request. Press the button when the phone is with you. If you can’t, write to us below.',
            )
          : i18n.t('We can’t send texts here. We’ll ask you in another way that it’s your phone.')}
      </p>
      <ul className="mt-3 border-y">
        {lines.map((line) => (
          <LineItem key={line.number} line={line} request={request} texts={texts} />
        ))}
      </ul>
    </section>
  );
}

interface LineItemProps {
  request: Request;
  line: Separation['lines'][number];
  texts: boolean;
}

function LineItem({ request, line, texts }: LineItemProps) {
  const { i18n } = useLingui();
  const number = phone(line.number);
  const title = useRef<HTMLHeadingElement>(null);
  const [hasAsked, setAsked] = useState(false);
  const ask = useLateSend(async () => (await loadCalls()).textSeparationCode, {
    onDone: () => setAsked(true),
    onFailed: request.failed,
  });
  const work = useWork();
  const input = { token: request.token, number: line.number };
  const isUnknown = !line.proven && !line.moved;

  function proofWords() {
    if (line.moved) return i18n.t('In your own account');
    return line.proven
      ? i18n.t('We know who has this phone')
      : i18n.t('We don’t know yet who has this phone');
  }

  return (
    <li className="not-first:border-t py-4">
      <h3 className="tabular-nums" ref={title} tabIndex={-1}>
        {number}
      </h3>
      <p className="text-fine text-ink-soft">
        {line.who === 'own' ? i18n.t('My phone') : i18n.t('The phone of somebody in my care')}
        {' · '}
        {proofWords()}
      </p>
      {isUnknown && texts && !hasAsked && (
        <Button
          className="mt-3"
          loading={work.loading}
          onClick={() => void work.run(async (signal) => void (await ask(input, signal)))}
          variant="secondary"
        >
          {i18n.t('Text a code to {number}', { number })}
        </Button>
      )}
      {isUnknown && hasAsked && (
        <ProofForm
          line={line}
          number={number}
          onProven={() => title.current?.focus()}
          request={request}
          resend={async (signal) => (await ask(input, signal)) === undefined}
        />
      )}
    </li>
  );
}

interface ProofFormProps {
  request: Request;
  line: Separation['lines'][number];
  number: string;
  resend: (signal: AbortSignal) => Promise<boolean>;
  onProven: () => void;
}

function ProofForm({ request, line, number, resend, onProven }: ProofFormProps) {
  const { i18n } = useLingui();
  const prove = useLateSend(async () => (await loadCalls()).proveSeparationLine, {
    refusalAt: 'otp',
    onDone({ separation }) {
      onProven();
      request.change(separation);
    },
    onFailed: request.failed,
  });
  const entry = useCodeEntry({
    length: 6,
    check: (code) => (/^\d{6}$/.test(code) ? undefined : i18n.t('Please enter the 6-digit code')),
    onEnter: (otp, signal) =>
      prove({ token: request.token, number: line.number, otp }, signal).then((faults) => faults),
    onResend: resend,
  });
  return (
    <div className="mt-4">
      <p className="mb-4 text-ink-soft" role="status">
        {i18n.t(
          'If {number} is a line of ours, a code is on its way to it. It’s good for 10 minutes.',
          { number },
        )}
      </p>
      <CodeForm
        autoFocus
        entry={entry}
        label={i18n.t('6-digit code')}
        name={i18n.t('Code that came to {number}', { number })}
      >
        <Button loading={entry.loading} type="submit">
          {i18n.t('Continue')}
        </Button>
      </CodeForm>
    </div>
  );
}
