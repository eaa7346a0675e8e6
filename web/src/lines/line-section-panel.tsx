import { type ReactNode, type RefObject, useRef } from 'react';
import type { LineSectionId } from '@portside/contract/line-rooms';
import { useHashTarget } from './use-hash-target.ts';

interface LineSectionProps {
  /** Of its heading; links and emails lead to it. */
  id: LineSectionId;
  title: string;
  /** A badge. */
  aside?: ReactNode;
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** One section of a line's pages. */
export function LineSection({ id, title, aside, heading, children }: LineSectionProps) {
  const own = useRef<HTMLHeadingElement>(null);
  const place = heading ?? own;
  useHashTarget(`#${id}`, place);
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="scroll-mt-24 text-title" id={id} ref={place} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
