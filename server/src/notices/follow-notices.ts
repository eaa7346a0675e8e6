import type { App } from '../app.ts';
import * as store from './store.ts';

/** Every process looks each second: pages are made of what it has seen (docs/decisions/0971). */
export async function followNotices({
  db,
  brands,
  clock,
}: Pick<App, 'db' | 'brands' | 'clock'>): Promise<void> {
  const rows = await store.openNotices(db.query, clock.now());
  for (const brand of brands.all) {
    brand.notices = rows
      .filter(({ tenant_id }) => tenant_id === brand.client.mvnoId)
      .map((row) => ({
        id: row.id,
        kind: row.kind,
        zipPrefix: row.zip_prefix,
        texts: row.texts,
        from: row.from_at,
        until: row.until_at,
        changedAt: row.changed_at,
      }));
  }
}
