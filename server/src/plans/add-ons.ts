import type { AddOn } from '@portside/contract/add-on';
import type { App } from '../app.ts';
import { dollars } from '../money.ts';
import * as addOnStore from './add-on-store.ts';
import { cachedAddOns } from './plan-cache.ts';

export async function addOnsOnSale(app: App, tenant: number, language: string): Promise<AddOn[]> {
  return (await cachedAddOns(app, tenant)).map((row) => addOnOf(row, language));
}

/** As it is bought: read from the database. */
export async function findAddOn(
  app: App,
  tenant: number,
  id: string,
  language = 'en',
): Promise<AddOn | undefined> {
  const row = await addOnStore.addOnOnSale(app.db.query, tenant, id);
  return row && addOnOf(row, language);
}

export function addOnOf(row: addOnStore.AddOnRow, language: string): AddOn {
  const words = language === 'es' ? row.es : null;
  const description = words?.description ?? row.description;
  return {
    id: row.id,
    name: row.name,
    ...(description && { description }),
    price: dollars(row.price_cents),
    ...(row.megabytes !== null && { megabytes: row.megabytes }),
    validity: 'period',
    recurring: row.recurring,
  };
}
