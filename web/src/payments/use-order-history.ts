import { listTransactions } from '@portside/contract/payments';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { allTime, type Period } from './order-history-period.ts';
import { useDebounced } from './use-debounced.ts';

const PAGE = 20;

/** Month and year, and the search as it is typed. */
interface HistoryFilter extends Period {
  readonly search: string;
}

const everything: HistoryFilter = { ...allTime, search: '' };

/** One page of the order history, filtered by the server (D17), and the ways to the next pages. */
export function useOrderHistory() {
  const [filter, setFilter] = useState(everything);
  const search = useDebounced(filter.search.trim());
  const { month, year } = filter;
  const asked = {
    ...(month && { month: Number(month) }),
    ...(year && { year: Number(year) }),
    ...(search && { q: search }),
  };
  // Where each page after the first begins. They belong to one filter; another starts at its top.
  const about = JSON.stringify(asked);
  const [place, setPlace] = useState<{ about: string; cursors: readonly string[] }>();
  const cursors = place?.about === about ? place.cursors : [];
  const cursor = cursors.at(-1);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useAnswer(
    listTransactions,
    { ...asked, limit: PAGE, ...(cursor && { cursor }) },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  // The page on its way is not the one that is shown.
  const next = isPlaceholderData ? undefined : data?.next;
  const goTo = (to: readonly string[]) => setPlace({ about, cursors: to });
  return {
    filter,
    setFilter,
    clear: () => setFilter(everything),
    /** As the server takes it: for the export of the same part. */
    asked,
    transactions: data?.transactions,
    failed: isError,
    fetching: isFetching,
    /** What is shown belongs to the filter or page before. */
    outdated: isPlaceholderData || search !== filter.search.trim(),
    retry: () => void refetch(),
    /** How many orders stand on the pages before. */
    before: cursors.length * PAGE,
    onPrevious: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    onNext: next ? () => goTo([...cursors, next]) : undefined,
  };
}
