import { useLingui } from '@lingui/react';
import type { Line } from '@portside/contract/lines';
import { isHeld } from './kept-back.ts';

/** Beside the days of a line on hold: they do not run (P09). */
export function DaysWait({ line }: { line: Line }) {
  const { i18n } = useLingui();
  if (!isHeld(line) || line.status === 'ended') return null;
  return (
    <span className="block text-fine font-normal text-ink-soft">
      {i18n.t('These days wait until the line is back.')}
    </span>
  );
}
