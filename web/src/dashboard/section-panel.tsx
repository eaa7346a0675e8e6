import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';

interface SectionPanelProps {
  title: string;
  /** Undefined while unknown; its place is kept. */
  brief: string | undefined;
  /** What the brief tells decides how much room there is: until then nothing else is shown. */
  waits?: boolean;
  children: ReactNode;
}

/** Its heading takes the focus. */
export function SectionPanel({ title, brief, waits = false, children }: SectionPanelProps) {
  const { i18n } = useLingui();
  return (
    <>
      <header className="mb-8 md:mb-10">
        <h1 className="scroll-mt-24 text-display wrap-anywhere" tabIndex={-1}>
          {title}
        </h1>
        <div className="mt-2 measure min-h-[1lh] text-lead text-ink-soft">
          {waits ? <Skeleton className="h-[1lh] w-64 max-w-full" /> : <p>{brief}</p>}
        </div>
        {waits && <span aria-label={i18n.t('Loading')} className="sr-only" role="status" />}
      </header>
      <div
        aria-busy={waits || undefined}
        className={`grid grid-cols-[minmax(0,1fr)] gap-14 ${waits ? 'invisible' : ''}`}
      >
        {children}
      </div>
    </>
  );
}
