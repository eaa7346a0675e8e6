import type { ReactNode } from 'react';

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section
      aria-label={name}
      className="grid gap-x-10 gap-y-4 border-t py-10 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 className="text-lead">{name}</h2>
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>;
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-6 md:grid-cols-2">{children}</div>;
}
