import { viewUsage } from '@portside/contract/usage';
import { keepPreviousData } from '@tanstack/react-query';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';

/** @param period 0 is the current one. Updated by events. */
export function useUsage(id: string, period: number) {
  const refresh = useRefresh();
  useLiveEvents((event) => {
    if (event.kind === 'usage' && event.id === id) void refresh([viewUsage]);
    // An add-on raises a limit.
    if (event.kind === 'line' && event.id === id) void refresh([viewUsage]);
  });
  return useAnswer(
    viewUsage,
    { id, period },
    { staleTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData },
  );
}
