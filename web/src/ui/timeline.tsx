import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type MarkState = 'done' | 'here' | 'ahead' | 'trouble';

interface TimelineStop {
  readonly title: ReactNode;
  readonly state: MarkState;
  readonly time?: ReactNode;
  readonly detail?: ReactNode;
}

interface TimelineProps {
  label: string;
  stops: readonly TimelineStop[];
  className?: string | undefined;
}

/** Solid behind, dashed ahead; each state has a shape. */
export function Timeline({ label, stops, className }: TimelineProps) {
  const { i18n } = useLingui();
  const words: Record<MarkState, string> = {
    done: i18n.t('done'),
    here: i18n.t('now'),
    ahead: i18n.t('ahead'),
    trouble: i18n.t('action needed'),
  };
  return (
    <ol aria-label={label} className={className}>
      {stops.map((stop, at) => (
        <li
          aria-current={stop.state === 'here' || stop.state === 'trouble' ? 'step' : undefined}
          className="relative flex gap-4 pb-7 last:pb-0"
          key={at}
        >
          {at < stops.length - 1 && (
            <span
              className={classes(
                'absolute start-[13px] top-7 bottom-0 border-s-2',
                stop.state === 'done' ? 'border-action' : 'border-dashed border-edge',
              )}
            />
          )}
          <svg aria-hidden="true" className="shrink-0" height="28" viewBox="0 0 28 28" width="28">
            <StopMark state={stop.state} />
          </svg>
          <div className="min-w-0 flex-1 pt-0.5">
            <p
              className={classes(
                'flex flex-wrap items-baseline justify-between gap-x-4',
                stop.state === 'ahead' ? 'text-ink-soft' : 'font-strong',
                stop.state === 'trouble' && 'text-fail',
              )}
            >
              <span>
                {stop.title}
                <span className="sr-only"> ({words[stop.state]})</span>
              </span>
              {stop.time != null && (
                <span className="text-fine font-normal text-ink-soft tabular-nums">
                  {stop.time}
                </span>
              )}
            </p>
            {stop.detail != null && <div className="measure mt-1">{stop.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** 28 × 28. */
export function StopMark({ state }: { state: MarkState }) {
  return (
    <>
      {state === 'done' && (
        <>
          <circle className="fill-action" cx="14" cy="14" r="9" />
          <path className="fill-none stroke-on-action" d="M9.5 14l3.2 3.2 6-6.4" strokeWidth="2" />
        </>
      )}
      {state === 'here' && (
        <>
          <circle className="fill-none stroke-ink" cx="14" cy="14" r="11" strokeWidth="1.5" />
          <circle className="fill-mark stroke-ink" cx="14" cy="14" r="7" strokeWidth="1.5" />
        </>
      )}
      {state === 'ahead' && (
        <circle className="fill-ground stroke-edge" cx="14" cy="14" r="6" strokeWidth="1.5" />
      )}
      {state === 'trouble' && (
        <>
          <path className="fill-fail" d="M14 2l12 12-12 12L2 14z" />
          <path className="fill-none stroke-on-fail" d="M14 8.5v7M14 18v2.2" strokeWidth="2.2" />
        </>
      )}
    </>
  );
}
