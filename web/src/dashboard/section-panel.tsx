import type { ReactNode } from 'react';

interface SectionPanelProps {
  title: string;
  /** Undefined while unknown; its place is kept. */
  brief: string | undefined;
  children: ReactNode;
}

/** Its heading takes the focus. */
export function SectionPanel({ title, brief, children }: SectionPanelProps) {
  return (
    <>
      <header className="mb-8 md:mb-10">
        <h1 className="scroll-mt-24 text-display wrap-anywhere" tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-2 measure min-h-[1lh] text-lead text-ink-soft">{brief}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14">{children}</div>
    </>
  );
}
