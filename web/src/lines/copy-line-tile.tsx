import { useLingui } from '@lingui/react';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';

export function CopyLine({ label, value }: { label: string; value: string }) {
  const { i18n } = useLingui();
  const id = useId();
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Copying may be forbidden.
      setCopied(false);
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b py-2">
      <dt className="text-fine text-ink-soft" id={id}>
        {label}
      </dt>
      <dd className="font-strong break-all select-all tabular-nums">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Button
          aria-describedby={id}
          className="-me-[12px]"
          icon={copied ? 'check' : 'copy'}
          onClick={() => void copy()}
          variant="quiet"
        >
          <span aria-live="polite">{copied ? i18n.t('Copied') : i18n.t('Copy')}</span>
        </Button>
      </dd>
    </div>
  );
}
