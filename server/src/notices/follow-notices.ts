import type { App } from '../app.ts';
import * as store from './store.ts';

type Followed = Pick<App, 'db' | 'brands' | 'clock'>;

/** Of each process's brands: how many looks were begun, and which of them is shown. */
const looks = new WeakMap<App['brands'], { begun: number; shown: number }>();

/**
 * Every process looks each second, and whoever changes one looks at once: pages are made of what it
 * has seen (docs/decisions/0971). A look that began earlier and is answered later changes nothing.
 */
export async function followNotices({ db, brands, clock }: Followed): Promise<void> {
  const ours = looks.get(brands) ?? { begun: 0, shown: 0 };
  looks.set(brands, ours);
  const look = (ours.begun += 1);
  const rows = await store.openNotices(db.query, clock.now());
  if (look < ours.shown) return;
  ours.shown = look;
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
