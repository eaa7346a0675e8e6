import { useLingui } from '@lingui/react';
import type { Line } from '@portside/contract/lines';
import { useId, useRef, useState } from 'react';
import { useIsAgent } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { NumberCheckDialog } from './number-check-dialog.tsx';

interface NumberChecksPanelProps {
  lines: readonly Line[];
}

/** E09. */
export function NumberChecksPanel({ lines }: NumberChecksPanelProps) {
  const { i18n } = useLingui();
  const id = useId();
  const [check, setCheck] = useState<'sim' | 'number'>();
  const opener = useRef<HTMLElement>(null);

  function begin(next: 'sim' | 'number', button: HTMLElement) {
    opener.current = button;
    setCheck(next);
  }

  // Only the customer may bring a number.
  if (useIsAgent()) return null;
  return (
    <section aria-labelledby={id}>
      <div className="grid gap-x-10 gap-y-5 border-y-2 border-ink py-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
        <div>
          <h2 className="text-title" id={id}>
            {i18n.t('Bring your number')}
          </h2>
          <p className="mt-1 measure text-ink-soft">
            {i18n.t('Keep the number you have. Two quick checks tell you what’s possible.')}
          </p>
        </div>
        <div className="flex flex-col gap-3 xs:flex-row xs:flex-wrap md:flex-col">
          <Button
            icon="call"
            onClick={(event) => begin('number', event.currentTarget)}
            variant="secondary"
          >
            {i18n.t('Check port-in eligibility')}
          </Button>
          <Button
            icon="sim"
            onClick={(event) => begin('sim', event.currentTarget)}
            variant="secondary"
          >
            {i18n.t('Quick SIM check')}
          </Button>
        </div>
      </div>
      {check && (
        <NumberCheckDialog
          begin={check}
          finalFocus={() => opener.current}
          lines={lines}
          onClose={() => setCheck(undefined)}
        />
      )}
    </section>
  );
}
