import { listTransactions } from '@portside/contract/payments';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { allTime, type Period } from './order-history-period.ts';
import { useDebounced } from './use-debounced.ts';

const PAGE = 20;

/** The search as typed. */
interface HistoryFilter extends Period {
  readonly search: string;
}

const everything: HistoryFilter = { ...allTime, search: '' };

/** Filtered by the server (D17). */
export function useOrderHistory() {
  const [filter, setFilter] = useState(everything);
  const search = useDebounced(filter.search.trim());
  const { month, year } = filter;
  const asked = {
    ...(month && { month: Number(month) }),
    ...(year && { year: Number(year) }),
    ...(search && { q: search }),
  };
  // First id of each later page; another filter starts at the top.
  const about = JSON.stringify(asked);
  const [place, setPlace] = useState<{ about: string; cursors: readonly string[] }>();
  const cursors = place?.about === about ? place.cursors : [];
  const cursor = cursors.at(-1);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useAnswer(
    listTransactions,
    { ...asked, limit: PAGE, ...(cursor && { cursor }) },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  // The shown page is not the requested one.
  const next = isPlaceholderData ? undefined : data?.next;
  const goTo = (to: readonly string[]) => setPlace({ about, cursors: to });
  return {
    filter,
    setFilter,
    clear: () => setFilter(everything),
    /** For the export. */
    asked,
    transactions: data?.transactions,
    // A list that is there stays when it is not loaded again.
    failed: isError && !data,
    fetching: isFetching,
    outdated: isPlaceholderData || search !== filter.search.trim(),
    retry: () => void refetch(),
    before: cursors.length * PAGE,
    onPrevious: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    onNext: next ? () => goTo([...cursors, next]) : undefined,
  };
}
