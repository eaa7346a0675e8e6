import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { leadsToCheckout } from '../api/way-back.ts';
import { BoughtPlanTile } from '../cart/bought-plan-tile.tsx';

interface SignInPanelProps {
  title: string;
  /** One sentence under the title. */
  brief?: ReactNode;
  children: ReactNode;
  beside?: ReactNode;
}

/** The pages around signing in: one narrow column, and what stands beside it. */
export function SignInPanel({ title, brief, children, beside }: SignInPanelProps) {
  const isBuying = leadsToCheckout(useLocation());
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  // The page goes on without another address, and what was pressed is gone: the new heading takes
  // the focus, and is read with its sentence.
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="page grid grid-cols-1 gap-x-10 gap-y-14 py-12 desk:gap-x-20 md:grid-cols-[minmax(0,26rem)_1fr] md:py-20">
      <div>
        <h1
          aria-describedby={brief ? id : undefined}
          className="mb-8 text-display"
          ref={heading}
          tabIndex={-1}
        >
          {title}
        </h1>
        {brief && (
          <p className="-mt-5 mb-8 text-lead wrap-anywhere text-ink-soft" id={id}>
            {brief}
          </p>
        )}
        {isBuying && <BoughtPlanTile />}
        {children}
      </div>
      {beside}
    </div>
  );
}
