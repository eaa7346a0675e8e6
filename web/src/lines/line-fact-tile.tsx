import type { LineStatus } from '@portside/contract/lines';
import type { ReactNode } from 'react';
import type { BadgeTone } from '../ui/badge.tsx';

export const statusTones: Record<LineStatus, BadgeTone> = {
  pending: 'mark',
  activating: 'mark',
  active: 'good',
  suspended: 'mark',
  ended: 'quiet',
};

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-3 not-first:border-t md:block md:border-s md:px-6 md:py-5 md:first:border-s-0 md:first:ps-0 md:not-first:border-t-0">
      <dt className="text-ink-soft md:text-fine">{name}</dt>
      <dd className="text-end font-strong tabular-nums md:text-start">{children}</dd>
    </div>
  );
}
