import { type ReactNode, useId } from 'react';

export function Points({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 className="mb-2 font-strong" id={id}>
        {title}
      </h3>
      <ul className="list-disc space-y-1 ps-5 wrap-anywhere">{children}</ul>
    </section>
  );
}
