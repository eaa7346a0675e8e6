import { useLingui } from '@lingui/react';
import type { Line, LineStatus } from '@portside/contract/lines';
import type { ReactNode } from 'react';
import type { BadgeTone } from '../ui/badge.tsx';
import { Flag } from '../ui/flag.tsx';
import { signalOf } from '../ui/signal.ts';

export const statusTones: Record<LineStatus, BadgeTone> = {
  pending: 'mark',
  activating: 'mark',
  active: 'good',
  suspended: 'mark',
  ended: 'quiet',
};

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-3 not-first:border-t md:block md:border-s md:px-6 md:py-5 md:first:border-s-0 md:first:ps-0 md:not-first:border-t-0">
      <dt className="text-ink-soft md:text-fine">{name}</dt>
      <dd className="min-w-0 grow text-end font-strong wrap-anywhere tabular-nums md:text-start">
        {children}
      </dd>
    </div>
  );
}

export function PlanAndSim({ line }: { line: Pick<Line, 'plan' | 'simType'> }) {
  const { i18n } = useLingui();
  return (
    <>
      <Fact name={i18n.t('Plan')}>
        <span className="inline-flex items-center gap-2">
          <Flag name={signalOf(line.plan.flag)} size={20} />
          {line.plan.retailName}
        </span>
      </Fact>
      <Fact name={i18n.t('SIM')}>
        {line.simType === 'esim' ? i18n.t('eSIM') : i18n.t('SIM card')}
      </Fact>
    </>
  );
}
