import { luhnHolds } from '@portside/contract/card-brands';
import { MOST_CARDS } from '@portside/contract/console/shipping';
import { fields } from '@portside/contract/fields';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import * as store from './stock-store.ts';

/** Undefined for a brand that keeps none here. */
export async function stockOf(
  db: Query,
  { client, lines }: Brand,
): Promise<{ inStock: number; lowBelow: number; isLow: boolean } | undefined> {
  const inStock = await store.countFree(db, client.mvnoId);
  if (inStock === undefined) return undefined;
  const lowBelow = lines.cardStockLow;
  return { inStock, lowBelow, isLow: inStock < lowBelow };
}

/** For the meters, by brand. */
export async function gaugeStock(app: App, db: Query): Promise<Record<string, number>> {
  const found = await Promise.all(
    app.brands.all.map(async (brand) => {
      const stock = await stockOf(db, brand);
      return stock ? [[brand.id, stock.inStock] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

export type NotFromStock = 'check_digit' | 'not_in_stock' | 'scanned_twice' | 'sim_in_use';

/** Whether this card may leave in that parcel. */
export async function checkStock(
  db: Query,
  tenant: number,
  iccid: string,
  shipment: string,
): Promise<Refused<NotFromStock> | undefined> {
  const card = await store.find(db, tenant, iccid);
  if (!card) return refused(luhnHolds(iccid) ? 'not_in_stock' : 'check_digit');
  if (card.used_at === null || card.shipment_id === shipment) return undefined;
  return refused(card.shipment_id === null ? 'sim_in_use' : 'scanned_twice');
}

interface RefusedLine {
  line: number;
  text: string;
  message: string;
}

interface Taken {
  taken: number;
  already: number;
  refused: RefusedLine[];
}

/**
 * What holds is taken, in one transaction; what does not is named line by line. Once more takes
 * nothing twice.
 */
export async function takeIntoStock(
  app: App,
  { tenant, name: by, noteDetail }: Pick<Staff, 'tenant' | 'name' | 'noteDetail'>,
  { csv, withoutCheckDigit = false }: { csv: string; withoutCheckDigit?: boolean | undefined },
): Promise<Taken | Refused<'too_many' | 'no_iccids'>> {
  const cells = iccidCells(csv);
  // Before each is read: that takes a while.
  if (cells.length > MOST_CARDS) return refused('too_many');
  const { found, wrong } = readIccids(cells, withoutCheckDigit);
  if (found.length === 0 && wrong.length === 0) return refused('no_iccids');
  const at = app.clock.now();
  return app.db.transaction(async (tx) => {
    const taken = await store.add(tx, tenant, found, { by, at });
    const counts = { taken, already: found.length - taken };
    noteDetail?.({ ...counts, refused: wrong.length });
    return { ...counts, refused: wrong };
  });
}

const firstCell = /^\s*"?'?([^",;\t]*)/;

interface Cell {
  line: number;
  text: string;
}

/** The first column; a line without a digit is a heading. */
function iccidCells(csv: string): Cell[] {
  const rows = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  return rows.flatMap((row, at) => {
    const text = firstCell.exec(row)?.[1]?.trim() ?? '';
    return /\d/.test(text) ? [{ line: at + 1, text }] : [];
  });
}

function readIccids(cells: readonly Cell[], withoutCheckDigit: boolean) {
  const seen = new Map<string, number>();
  const wrong: RefusedLine[] = [];
  for (const { line, text } of cells) {
    const { data: iccid = '' } = fields.iccid.safeParse(text);
    const message = faultOf(text, iccid, withoutCheckDigit);
    const before = seen.get(iccid);
    if (message) wrong.push({ line, text: text.slice(0, 40), message });
    else if (before) wrong.push({ line, text: iccid, message: `The same as line ${before}.` });
    else seen.set(iccid, line);
  }
  return { found: [...seen.keys()], wrong };
}

function faultOf(text: string, iccid: string, withoutCheckDigit: boolean): string | undefined {
  if (/^\d[.,]\d+E\+?\d+$/i.test(text)) {
    return 'A spreadsheet shortened it. Format the column as text, and export it again.';
  }
  if (iccid === '') return 'An ICCID has 18 to 22 digits.';
  if (!iccid.startsWith('89')) return 'An ICCID begins with 89.';
  if (withoutCheckDigit || luhnHolds(iccid)) return undefined;
  return 'The last digit does not fit: a digit is wrong or missing.';
}
