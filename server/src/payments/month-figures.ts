import type { BookItem } from '@portside/contract/console/books';
import { stateOptions } from '@portside/contract/places';
import type { DaySpan } from '../brands/time-zone.ts';
import type { Query } from '../db/database.ts';
import { labelOf, type BillLine } from './bill-lines.ts';
import * as store from './month-store.ts';

/** Of whole days of a brand, in cents. */
export const { billsByDay, backByDay, lostByDay, straysByDay } = store;

export type ItemCents = Omit<BookItem, 'billed' | 'returned'> & { cents: number };

/** Lines of the bills that were paid. */
export const itemsBilled = async (db: Query, span: DaySpan): Promise<ItemCents[]> =>
  (await store.linesBilled(db, span)).map(itemOf);

/** Lines of the bills that went back whole: their taxes and fees are not owed any more. */
export const itemsReturned = async (db: Query, span: DaySpan): Promise<ItemCents[]> =>
  (await store.linesReturned(db, span)).map(itemOf);

const SOLD = 'Plans and add-ons, less promo codes';

function itemOf({ place, kind, of, name, cents }: store.BillLineSum): ItemCents {
  const what = of === '' ? kind : of;
  const item = { place: stateNamed(place), cents };
  if (what === 'activation') return { ...item, kind: 'own_fee', name: 'Activation fee' };
  if (what === 'company_fee') return { ...item, kind: 'own_fee', name: 'Regulatory fee' };
  if (what !== 'tax' && what !== 'government_fee') return { ...item, kind: 'sold', name: SOLD };
  const line: BillLine =
    kind === 'other' ? { kind, of: what, text: name, cents } : { kind: what, place: name, cents };
  return { ...item, kind: what, name: labelOf(line, 'en') };
}

/** Bills say the code; the lines of older ones said its name. */
const stateNamed = (place: string): string =>
  stateOptions.find(({ value }) => value === place)?.label ?? place;
