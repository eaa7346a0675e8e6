import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import * as store from './store.ts';

/**
 * At the start: a code of the brand's file that the console has not changed is as the file has it, and
 * ends when the file has it no longer. What the console changed stays; the doctor tells where the two
 * differ. Harmless when several do it.
 */
export async function fillPromos(app: App): Promise<void> {
  for (const brand of app.brands.all) await fill(app, brand);
}

async function fill(app: App, brand: Brand): Promise<void> {
  const tenant = brand.client.mvnoId;
  const now = app.clock.now();
  const known = new Map((await store.promosOf(app.db.query, tenant)).map((row) => [row.code, row]));
  await app.db.transaction(async (tx) => {
    for (const { code, percentOff, over } of brand.promoCodes) {
      const row = known.get(code);
      if (!row) {
        await store.insertPromo(tx, {
          id: app.random.id('prm'),
          tenant_id: tenant,
          code,
          percent_off: percentOff,
          cents_off: null,
          every_period: false,
          most_uses: null,
          most_each: null,
          starts_at: null,
          ends_at: null,
          ended_at: over ? now : null,
          used: 0,
          version: 1,
          from_file: true,
          changed_by: FROM_FILE,
          created_at: now,
        });
      } else if (row.from_file && differs(row, { percentOff, over })) {
        await store.setPromo(tx, row.id, { percent_off: percentOff, ended_at: over ? now : null });
      }
    }
    const named = new Set(brand.promoCodes.map(({ code }) => code));
    for (const row of known.values()) {
      if (!row.from_file || named.has(row.code) || row.ended_at) continue;
      await store.setPromo(tx, row.id, { ended_at: now });
    }
  });
}

const FROM_FILE = 'the brand’s file';

const differs = (
  row: store.PromoRow,
  { percentOff, over = false }: { percentOff: number; over?: boolean | undefined },
) => row.percent_off !== percentOff || row.every_period || (row.ended_at !== null) !== over;

/** Codes of the brand's file that the console has changed: what it says there counts. */
export async function codesThatDiffer(app: App, brand: Brand): Promise<string[]> {
  const rows = await store.promosOf(app.db.query, brand.client.mvnoId);
  const known = new Map(rows.map((row) => [row.code, row]));
  return brand.promoCodes.flatMap((inFile) => {
    const row = known.get(inFile.code);
    return row && !row.from_file && differs(row, inFile) ? [inFile.code] : [];
  });
}
