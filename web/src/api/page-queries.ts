import { type DefaultOptions, onlineManager, QueryClient } from '@tanstack/react-query';

/** What pages ask for, until they are left. */
export function pageQueries(queries: DefaultOptions['queries']): QueryClient {
  // Between its pages the library hears of no network that comes back, and would wait for it.
  onlineManager.setOnline(true);
  return new QueryClient({ defaultOptions: { queries: { retry: false, ...queries } } });
}
