import { useLingui } from '@lingui/react';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';

/** One value to type into a phone's settings, or to copy. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const { i18n } = useLingui();
  const id = useId();
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // A browser that forbids it: the value stands there to be selected.
      setCopied(false);
    }
  }
  return (
    <div className="flex items-center gap-4 border-b py-2">
      <div className="min-w-0 flex-1">
        <dt className="text-fine text-ink-soft" id={id}>
          {label}
        </dt>
        <dd className="font-strong break-all select-all tabular-nums">{value}</dd>
      </div>
      <Button
        aria-describedby={id}
        className="-me-3"
        icon={copied ? 'check' : 'copy'}
        onClick={() => void copy()}
        variant="quiet"
      >
        <span aria-live="polite">{copied ? i18n.t('Copied') : i18n.t('Copy')}</span>
      </Button>
    </div>
  );
}
