import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import { adapterKinds, type AdapterKind } from '../settings/adapter-settings.ts';
import * as store from './outside-store.ts';
import { serviceOf } from './outside-tally.ts';

const LOOKS_BACK = hours(24);

/** How a service outside has answered for a day (L17). */
export interface Service {
  readonly port: AdapterKind;
  /** The adapter's, such as `stripe`. */
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
  readonly lastAt: Date | undefined;
  readonly failedAt: Date | undefined;
  /** Of the last failure. */
  readonly failure: string | undefined;
}

export async function listServices(app: App, tenant: number): Promise<Service[]> {
  await app.adapters.saveTally();
  const since = later(app.clock.now(), -LOOKS_BACK);
  const rows = await store.callsSince(app.db.query, since);
  const byService = Map.groupBy(rows, (row) => row.service);
  return adapterKinds.flatMap((port) =>
    app.adapters.each(port).flatMap(({ port: { name }, brands }) => {
      if (!brands.some(({ client }) => client.mvnoId === tenant)) return [];
      const counted = byService.get(serviceOf(port, brands[0]?.id ?? '')) ?? [];
      return [{ port, name, ...summed(counted) }];
    }),
  );
}

function summed(rows: readonly store.OutsideCallsRow[]) {
  const failed = rows.findLast((row) => row.failed_at !== null);
  return {
    calls: rows.reduce((sum, row) => sum + row.calls, 0),
    failures: rows.reduce((sum, row) => sum + row.failures, 0),
    lastAt: rows.at(-1)?.last_at,
    failedAt: failed?.failed_at ?? undefined,
    failure: failed?.failure ?? undefined,
  };
}
