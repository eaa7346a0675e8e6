import { listNeeds, type Need, type NeedCode } from '@portside/contract/needs';
import { useEffect, useRef } from 'react';
import { useLiveEvents } from '../api/events.ts';
import { notify } from '../api/notifications.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';

const useNeedsAnswer = () => useAnswer(listNeeds, {}, { staleTime: 0, refetchOnWindowFocus: true });

/** What needs the customer, the most urgent first; undefined while unknown. */
export const useNeeds = () => useNeedsAnswer().data;

/** Until it is known, or known to have failed. */
export const useNeedsPending = () => useNeedsAnswer().isPending;

/** What the page says by itself, or another notice does. */
const untold: ReadonlySet<NeedCode> = new Set([
  'data_used_up',
  'pay',
  'blocked',
  'set_up_sim',
  'address',
]);

const nameOf = ({ code, lineId = '' }: Need) => `${code} ${lineId}`;

/** Keeps the list fresh, and says live what has come to it. */
export function useNeedNews(): void {
  const refresh = useRefresh();
  useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void refresh([listNeeds]);
  });
  const needs = useNeeds()?.needs;
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!needs) return;
    const before = known.current;
    known.current = new Set(needs.map(nameOf));
    if (!before) return;
    for (const need of needs) {
      if (before.has(nameOf(need)) || untold.has(need.code)) continue;
      const { message, action } = need;
      // The bank's page is another site: what is on the page leads there.
      const link = action?.to.startsWith('/') ? { to: action.to, text: action.text } : undefined;
      notify({ error: false, warns: true, stayOpen: true, message, ...(link && { link }) });
    }
  }, [needs]);
}
