import { useId } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';

export function CopyLine({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b py-2">
      <dt className="text-fine text-ink-soft" id={id}>
        {label}
      </dt>
      <dd className="font-strong break-all select-all tabular-nums">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <CopyButton aria-describedby={id} className="-me-[12px]" text={value} variant="quiet" />
      </dd>
    </div>
  );
}
