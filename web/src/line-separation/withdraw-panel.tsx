import { useLingui } from '@lingui/react';
import type { Separation } from '@portside/contract/line-separation';
import { useEffect, useRef, useState } from 'react';
import { useLateSend } from '../api/use-late-send.ts';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';
import { loadCalls } from './load-calls.ts';
import type { Request } from './use-request.ts';

interface WithdrawPanelProps {
  request: Request;
  separation: Separation;
}

/** Asked on the page itself: a dialog would cover the way out of it. */
export function WithdrawPanel({ request, separation }: WithdrawPanelProps) {
  const { i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  const work = useWork();
  const withdraw = useLateSend(async () => (await loadCalls()).withdrawSeparation, {
    onDone: () => request.change({ ...separation, state: 'withdrawn', documents: [] }),
    onFailed: request.failed,
  });
  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <Button
        className="-ms-3 self-start"
        onClick={() => setAsking(true)}
        ref={button}
        variant="quiet"
      >
        {i18n.t('Take this request back')}
      </Button>
    );
  }
  return (
    <section aria-labelledby="withdraw" className="border-y py-6">
      <h2 className="text-title" id="withdraw" ref={question} tabIndex={-1}>
        {i18n.t('Take this request back?')}
      </h2>
      <p className="measure mt-2 text-ink-soft">
        {i18n.t(
          'What you sent with it is deleted, and no line is moved. This can’t be undone, but you can send a new request at any time.',
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          loading={work.loading}
          onClick={() =>
            void work.run(async (signal) => void (await withdraw({ token: request.token }, signal)))
          }
          variant="danger"
        >
          {i18n.t('Take it back')}
        </Button>
        <Button
          onClick={() => {
            work.stop();
            setAsking(false);
          }}
          variant="secondary"
        >
          {i18n.t('Keep it')}
        </Button>
      </div>
    </section>
  );
}
