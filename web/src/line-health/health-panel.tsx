import { useLingui } from '@lingui/react';
import type { LineDetail } from '@portside/contract/line-detail';
import { viewLineHealth } from '@portside/contract/line-health';
import { useEffect, useRef, useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { FindingAction } from './finding-action-tile.tsx';

/** K22: what keeps the line from working, in the order to deal with it. */
export function HealthPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const [asked, setAsked] = useState(false);
  const { data, isFetching, isError, refetch } = useAnswer(
    viewLineHealth,
    { id: line.id },
    { enabled: asked, staleTime: 0, gcTime: 0 },
  );
  const outcome = useRef<HTMLParagraphElement>(null);
  const isChecked = !isFetching && (data !== undefined || isError);
  useEffect(() => {
    if (isChecked) outcome.current?.focus();
  }, [isChecked]);
  const found = isChecked && !isError ? data : undefined;
  const troubles = found?.findings.filter(({ ok }) => !ok).length ?? 0;
  const sentence = isError
    ? i18n.t('The check didn’t work. Please try again.')
    : troubles > 0
      ? i18n.t(
          '{count, plural, one {We found this:} other {We found these. Begin with the first.}}',
          {
            count: troubles,
          },
        )
      : i18n.t('Everything looks fine on our side.');
  return (
    <LineSection id="health" title={i18n.t('Something not working?')}>
      <p className="measure text-ink-soft">
        {i18n.t('We check your payment, SIM, phone, number and network, and tell you what to do.')}
      </p>
      {isChecked && (
        <p className="mt-5 measure font-strong" ref={outcome} tabIndex={-1}>
          {sentence}
        </p>
      )}
      {found && (
        <ul className="mt-3 max-w-3xl border-y">
          {found.findings.map((one) => (
            <li className="flex gap-4 py-3 not-first:border-t" key={one.code}>
              <Icon
                className={one.ok ? 'mt-0.5 shrink-0 text-good' : 'mt-0.5 shrink-0 text-fail'}
                name={one.ok ? 'check' : 'warning'}
                size={20}
              />
              <div className="min-w-0">
                <p className={one.ok ? 'text-ink-soft' : undefined}>{one.message}</p>
                <FindingAction finding={one} line={line} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {found && (troubles === 0 || !found.complete) && <MoreToTry complete={found.complete} />}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <Button
          disabled={isFetching}
          onClick={() => (asked ? void refetch() : setAsked(true))}
          variant="secondary"
        >
          {isChecked ? i18n.t('Check again') : i18n.t('Check this line')}
        </Button>
        {isFetching && <Spinner size={20} />}
      </div>
    </LineSection>
  );
}

function MoreToTry({ complete }: { complete: boolean }) {
  const { i18n } = useLingui();
  return (
    <div className="mt-4 measure">
      {!complete && (
        <p className="mb-3">
          {i18n.t('The network didn’t answer, so we couldn’t look at everything.')}
        </p>
      )}
      <ul className="grid list-disc gap-2 ps-5">
        <li>{i18n.t('Turn airplane mode on, wait ten seconds, and turn it off again.')}</li>
        <li>{i18n.t('Restart the phone. The first connection can take a few minutes.')}</li>
        <li>{i18n.t('If that doesn’t help, contact us. We see the same as you here.')}</li>
      </ul>
    </div>
  );
}
