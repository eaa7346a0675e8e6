import { expect, test } from 'vitest';
import { pdfPages } from '../testing/pdf-text.ts';
import { receiptPdf } from './receipt-pdf.ts';
import type { Receipt } from './receipt.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => [`Tasa del gobierno ${at + 1}`, '$1.20'] as const);

/** Five lines, the first of which has so many rows. */
const receiptWith = (rows: number): Receipt => ({
  language: 'es',
  title: 'Recibo',
  seller: ['Harbor Wireless', '1 Main St'],
  customerHeading: 'Cliente',
  customer: ['Noa Newcomer', '1 Main St'],
  facts: rowsOf(6),
  groups: Array.from({ length: 5 }, (_, at) => ({
    heading: `Línea ${at + 1}: Sloop 12 GB`,
    rows: [[`Pedido de ${at + 1}`, 'H-4821-88'], ...rowsOf(at === 0 ? rows : 7)],
  })),
  total: ['Total pagado', '$120.40'],
});

const look = { logo: undefined, accent: '#123456' };
const made = { author: 'Harbor', at: new Date('2026-11-29T12:00:00Z') };

test('[D21] [P03] on a receipt of five lines no line’s heading stands alone at the end of a page', async () => {
  for (let rows = 1; rows <= 20; rows += 1) {
    const pages = pdfPages(await receiptPdf(receiptWith(rows), look, made));
    expect(pages.length).toBeGreaterThan(1);
    for (const at of [1, 2, 3, 4, 5]) {
      const page = pages.findIndex((text) => text.includes(`Línea ${at}: `));
      expect([rows, at, pages[page]?.includes(`Pedido de ${at}`)]).toEqual([rows, at, true]);
    }
    expect(pages.at(-1)).toContain('$120.40');
  }
});
