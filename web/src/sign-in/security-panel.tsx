import { type ReactNode, useId } from 'react';

interface SecurityPanelProps {
  title: string;
  brief?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function SecurityPanel({ title, brief, action, children }: SecurityPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t-4 border-ink pt-6">
      <div className="grid gap-5 md:grid-cols-[1fr_auto] md:items-start">
        <div>
          <h2 className="scroll-mt-24 text-title outline-none" id={id} tabIndex={-1}>
            {title}
          </h2>
          {brief && <p className="mt-1 measure text-ink-soft">{brief}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
