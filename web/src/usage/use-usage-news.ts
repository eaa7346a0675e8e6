import { useLingui } from '@lingui/react';
import type { I18n } from '@lingui/core';
import type { Call } from '@portside/contract/call';
import type { LiveEvent } from '@portside/contract/events';
import { phone } from '@portside/contract/phone';
import { linePlace } from '@portside/contract/line-rooms';
import { type Line, listLines } from '@portside/contract/lines';
import { useLiveEvents } from '../api/events.ts';
import { notify } from '../api/notifications.ts';
import { useCan } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { mayWith } from '../lines/line-acts.ts';

/** K12: says live that a limit was passed and by which line, as the email does. */
export function useUsageNews(): void {
  const { i18n } = useLingui();
  const call = useCall();
  const canAdd = useCan().has('allowances');
  useLiveEvents((event) => void tellUsage(event, { call, i18n, canAdd }));
}

/** @param canAdd the carrier sells more data for a line */
export async function tellUsage(
  { kind, id, status }: LiveEvent,
  { call, i18n, canAdd }: { call: Call; i18n: I18n; canAdd: boolean },
): Promise<void> {
  if (kind !== 'usage' || !(status in sentences(i18n, ''))) return;
  const about = await lineOf(id, call);
  const line = about?.nickname || (about?.mdn && phone(about.mdn)) || i18n.t('Your line');
  notify({
    error: false,
    warns: true,
    message: sentences(i18n, line)[status],
    stayOpen: status.endsWith(' 100'),
    link:
      status === 'data 100' && canAdd && mayWith(about ?? {}, 'pay')
        ? { to: linePlace(id, 'add-ons'), text: i18n.t('Add data') }
        : { to: linePlace(id, 'usage'), text: i18n.t('See its usage') },
  });
}

async function lineOf(id: string, call: Call): Promise<Line | undefined> {
  try {
    const { lines } = await call(listLines, {}, { shown: 'all' });
    return lines.find((one) => one.id === id);
  } catch {
    // The news matters more than the name.
    return undefined;
  }
}

const sentences = (i18n: I18n, line: string): Readonly<Record<string, string>> => ({
  'data 80': i18n.t('{line} has used 80% of its data.', { line }),
  'hotspot 80': i18n.t('{line} has used 80% of its hotspot data.', { line }),
  'roaming 80': i18n.t('{line} has used 80% of its data abroad.', { line }),
  'talk 80': i18n.t('{line} has used 80% of its minutes.', { line }),
  'text 80': i18n.t('{line} has used 80% of its messages.', { line }),
  'data 100': i18n.t('{line} has used all of its data.', { line }),
  'hotspot 100': i18n.t('{line} has used all of its hotspot data.', { line }),
  'roaming 100': i18n.t('{line} has used all of its data abroad.', { line }),
  'talk 100': i18n.t('{line} has used all of its minutes.', { line }),
  'text 100': i18n.t('{line} has used all of its messages.', { line }),
});
