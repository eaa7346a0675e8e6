import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import PdfFile from 'pdfkit';
import type { Receipt } from './receipt.ts';

type Pdf = InstanceType<typeof PdfFile>;

/**
 * Embedded Noto Sans with Latin, Greek and Cyrillic, because brand fonts lack some. Without kerning
 * and ligature tables, whose parsing took longer than all the rest.
 */
const font = (weight: 'regular' | 'bold') =>
  readFileSync(resolve(import.meta.dirname, `fonts/noto-sans-${weight}.ttf`));
let fonts: { regular: Buffer; bold: Buffer } | undefined;

const MARGIN = 54;
const SIZE = 10;
const WIDTH = 612 - 2 * MARGIN;
const AMOUNT = 110;
const FACT = 320;
const GAP = 8;

export function receiptPdf(receipt: Receipt, made: { author: string; at: Date }): Promise<Buffer> {
  fonts ??= { regular: font('regular'), bold: font('bold') };
  const pdf = new PdfFile({
    size: 'LETTER',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: receipt.language === 'es' ? 'es-US' : 'en-US',
    info: {
      Title: `${receipt.title} ${receipt.facts[0]?.[1] ?? ''}`,
      Author: made.author,
      CreationDate: made.at,
    },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const finished = collect(pdf);
  draw(pdf, receipt);
  pdf.end();
  return finished;
}

function draw(pdf: Pdf, receipt: Receipt): void {
  const page = pdf.struct('Document');
  pdf.addStructure(page);
  const say = (tag: 'H1' | 'H2' | 'P', text: string, size: number, gap: number) => {
    const bold = tag !== 'P';
    page.add(
      pdf.struct(tag, {}, () => {
        pdf.font(bold ? 'bold' : 'regular', size).text(text.normalize('NFC'), MARGIN, pdf.y, {
          width: WIDTH,
        });
      }),
    );
    pdf.y += gap;
  };
  say('P', receipt.seller.join('\n'), 9, 14);
  say('H1', receipt.title, 20, 6);
  say('H2', receipt.customerHeading, SIZE, 0);
  say('P', receipt.customer.join('\n'), SIZE, 12);
  table(pdf, page, receipt.facts, { value: FACT });
  for (const { heading, rows, note } of receipt.groups) {
    say('H2', heading, SIZE, 2);
    table(pdf, page, rows);
    if (note) say('P', note, 8, 8);
  }
  table(pdf, page, [receipt.total], { weight: 'bold' });
  page.end();
}

function table(
  pdf: Pdf,
  page: PDFKit.PDFStructureElement,
  rows: Receipt['facts'],
  { weight = 'regular', value = AMOUNT }: { weight?: 'regular' | 'bold'; value?: number } = {},
): void {
  const tag = pdf.struct('Table');
  page.add(tag);
  for (const [label, amount] of rows) {
    pdf.font(weight, SIZE);
    const cells = [
      { type: 'TH', text: label.normalize('NFC'), left: MARGIN, width: WIDTH - value - GAP },
      { type: 'TD', text: amount.normalize('NFC'), left: MARGIN + WIDTH - value, width: value },
    ] as const;
    const height = Math.max(...cells.map(({ text, width }) => pdf.heightOfString(text, { width })));
    // Keeps a row's label and value on one page.
    if (pdf.y + height + GAP > pdf.page.height - MARGIN) pdf.addPage();
    const top = pdf.y + GAP / 2;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(0.5)
      .stroke('#999999');
    pdf.endMarkedContent();
    const drawn = cells.map(({ type, text, left, width }) =>
      pdf.struct(type, {}, () => {
        const align = type === 'TD' ? 'right' : 'left';
        pdf.fillColor('#111111').text(text, left, top, { width, align });
      }),
    );
    tag.add(pdf.struct('TR', {}, drawn));
    pdf.y = top + height + GAP / 2;
  }
  tag.end();
  pdf.y += GAP;
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => done(Buffer.concat(pieces)));
    pdf.on('error', fail);
  });
}
