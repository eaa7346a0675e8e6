import { luhnHolds } from '@portside/contract/card-brands';
import { MOST_CARDS } from '@portside/contract/console/shipping';
import { fields } from '@portside/contract/fields';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { inPieces } from '../process/in-pieces.ts';
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
  const cells = await iccidCells(csv);
  // Before each is read: that takes a while.
  if (!cells) return refused('too_many');
  const { found, wrong } = await readIccids(cells, withoutCheckDigit);
  if (found.size === 0 && wrong.length === 0) return refused('no_iccids');
  const at = app.clock.now();
  return app.db.transaction(async (tx) => {
    const others: RefusedLine[] = [];
    let taken = 0;
    for await (const cards of inPieces(found, INSERTED_AT_ONCE)) {
      const iccids = cards.map(([iccid]) => iccid);
      const added = await store.add(tx, tenant, iccids, { by, at });
      taken += added;
      if (added === iccids.length) continue;
      const elsewhere = new Set(await store.elsewhere(tx, tenant, iccids));
      for (const [text, line] of cards) {
        if (elsewhere.has(text)) others.push({ line, text, message: IN_ANOTHER_STOCK });
      }
    }
    const refusedLines = [...wrong, ...others].toSorted((a, b) => a.line - b.line);
    const counts = { taken, already: found.size - taken - others.length };
    noteDetail?.({ ...counts, refused: refusedLines.length });
    return { ...counts, refused: refusedLines };
  });
}

/** The embedded database works on the server's own thread: each piece holds everybody up. */
const INSERTED_AT_ONCE = 500;
const READ_AT_ONCE = 1000;

/** Whose it is is not said: another brand's stock is its own. */
const IN_ANOTHER_STOCK =
  'This card is in another stock already. If the number is right, ask whoever runs the server to take it out there.';

/** For operators: a card that lies with another brand than its stock says. Undefined: none does, or it left. */
export const takeOutOfStock = (app: App, iccid: string): Promise<number | undefined> =>
  app.db.transaction((tx) => store.remove(tx, iccid));

const firstCell = /^\s*"?'?([^",;\t]*)/;

interface Cell {
  line: number;
  text: string;
}

function* rowsOf(csv: string): Generator<string> {
  let from = csv.startsWith('\uFEFF') ? 1 : 0;
  for (const end of csv.matchAll(/\r\n|\n|\r/g)) {
    yield csv.slice(from, end.index);
    from = end.index + end[0].length;
  }
  yield csv.slice(from);
}

/** The first column; a line without a digit is a heading. Undefined when there are too many. */
async function iccidCells(csv: string): Promise<Cell[] | undefined> {
  const cells: Cell[] = [];
  let line = 0;
  for await (const rows of inPieces(rowsOf(csv), READ_AT_ONCE)) {
    for (const row of rows) {
      line += 1;
      const text = firstCell.exec(row)?.[1]?.trim() ?? '';
      if (/\d/.test(text)) cells.push({ line, text });
    }
    if (cells.length > MOST_CARDS) return undefined;
  }
  return cells;
}

/** Those that hold with their lines, and what is wrong with the others. */
async function readIccids(all: readonly Cell[], withoutCheckDigit: boolean) {
  const found = new Map<string, number>();
  const wrong: RefusedLine[] = [];
  for await (const cells of inPieces(all, READ_AT_ONCE)) {
    for (const { line, text } of cells) {
      const { data: iccid = '' } = fields.iccid.safeParse(text);
      const message = faultOf(text, iccid, withoutCheckDigit);
      const before = found.get(iccid);
      if (message) wrong.push({ line, text: text.slice(0, 40), message });
      else if (before) wrong.push({ line, text: iccid, message: `The same as line ${before}.` });
      else found.set(iccid, line);
    }
  }
  return { found, wrong };
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
