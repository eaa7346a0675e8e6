import { type ReactNode, useId } from 'react';

interface SecurityPanelProps {
  title: string;
  brief?: ReactNode;
  /** The block's main button, beside its title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One thing of the settings: what it is, what it does, the button. */
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
