import type { EsimState } from '@portside/contract/sim';
import { classes } from '../ui/classes.ts';

/** A beacon by the water: dark, made ready, and lit when the eSIM is on. A picture only. */
export function BeaconTile({ state, className }: { state: EsimState; className?: string }) {
  const lit = state === 'enabled';
  const warm = lit || state === 'installed' || state === 'downloaded' || state === 'ready';
  const dark = state === 'error' || state === 'deleted';
  return (
    <svg aria-hidden="true" className={classes('shrink-0', className)} viewBox="0 0 96 96">
      {warm && (
        <g className={classes('animate-arrive', lit ? 'fill-mark' : 'fill-mark-soft')}>
          <path d="M40 24L0 8v32z" />
          <path d="M56 24L96 8v32z" />
        </g>
      )}
      <path className="fill-surface stroke-ink" d="M38 34h20l6 48H32z" strokeWidth="2" />
      <path className="fill-flag-red" d="M37 42h22l1.4 11H35.6zM34.2 64h27.6l1.4 11H32.8z" />
      <path className="fill-ink" d="M34 30h28v5H34zM38 14l10-8 10 8z" />
      <path
        className={classes('stroke-ink', lit ? 'fill-mark' : dark ? 'fill-fail' : 'fill-surface')}
        d="M40 14h16v16H40z"
        strokeWidth="2"
      />
      {dark && (
        <path className="fill-none stroke-on-fail" d="M43 17l10 10M53 17L43 27" strokeWidth="2.5" />
      )}
      <path className="fill-ink" d="M24 82h48v4H24z" />
      <path
        className="fill-none stroke-action"
        d="M8 91c7-4 13 4 20 0s13 4 20 0 13 4 20 0 13 4 20 0"
        strokeWidth="2.5"
      />
    </svg>
  );
}
