import { MARGIN, paragraph, type Pdf, WIDTH, writePdf } from '../formats/pdf.ts';
import type { LetterLogo } from '../brands/letter-logo.ts';
import type { Look } from './receipt-look.ts';
import type { Receipt } from './receipt.ts';

const SIZE = 10;
const AMOUNT = 110;
const FACT = 320;
const GAP = 8;

export function receiptPdf(
  receipt: Receipt,
  look: Look,
  made: { author: string; at: Date },
): Promise<Buffer> {
  const title = `${receipt.title} ${receipt.facts[0]?.[1] ?? ''}`;
  const { language } = receipt;
  return writePdf({ ...made, title, language }, (pdf, page) => draw(pdf, page, receipt, look));
}

function draw(
  pdf: Pdf,
  page: PDFKit.PDFStructureElement,
  receipt: Receipt,
  { logo, accent }: Look,
): void {
  const say = (tag: 'H1' | 'H2' | 'P', text: string, size: number, gap: number) =>
    paragraph(pdf, page, tag, text, { size, gap });
  if (logo) picture(pdf, page, logo, receipt.seller[0] ?? '');
  say('P', receipt.seller.join('\n'), 9, 14);
  say('H1', receipt.title, 20, 6);
  say('H2', receipt.customerHeading, SIZE, 0);
  say('P', receipt.customer.join('\n'), SIZE, 12);
  table(pdf, page, receipt.facts, { value: FACT });
  for (const { heading, rows, note } of receipt.groups) {
    keepWithFirst(pdf, heading, rows);
    say('H2', heading, SIZE, 2);
    table(pdf, page, rows);
    if (note) say('P', note, 8, 8);
  }
  table(pdf, page, [receipt.total], { weight: 'bold', rule: accent });
}

/** With its words, for who hears the paper read. */
function picture(
  pdf: Pdf,
  page: PDFKit.PDFStructureElement,
  { bytes, width, height }: LetterLogo,
  alt: string,
): void {
  page.add(
    pdf.struct('Figure', { alt }, () => {
      pdf.image(bytes, MARGIN, pdf.y, { width, height });
    }),
  );
  pdf.y += height + GAP;
}

function table(
  pdf: Pdf,
  page: PDFKit.PDFStructureElement,
  rows: Receipt['facts'],
  {
    weight = 'regular',
    value = AMOUNT,
    rule = '#999999',
  }: { weight?: 'regular' | 'bold'; value?: number; rule?: string } = {},
): void {
  const tag = pdf.struct('Table');
  page.add(tag);
  for (const [label, amount] of rows) {
    pdf.font(weight, SIZE);
    const cells = cellsOf(label, amount, value);
    const height = highest(pdf, cells);
    // Keeps a row's label and value on one page.
    needRoom(pdf, height + GAP);
    const top = pdf.y + GAP / 2;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(weight === 'bold' ? 1.5 : 0.5)
      .stroke(rule);
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

const cellsOf = (label: string, amount: string, value: number) =>
  [
    { type: 'TH', text: label.normalize('NFC'), left: MARGIN, width: WIDTH - value - GAP },
    { type: 'TD', text: amount.normalize('NFC'), left: MARGIN + WIDTH - value, width: value },
  ] as const;

const highest = (pdf: Pdf, cells: ReturnType<typeof cellsOf>): number =>
  Math.max(...cells.map(({ text, width }) => pdf.heightOfString(text, { width })));

function needRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
}

/** No heading is left alone at the end of a page. */
function keepWithFirst(pdf: Pdf, heading: string, [first]: Receipt['facts']): void {
  const own = pdf.font('bold', SIZE).heightOfString(heading.normalize('NFC'), { width: WIDTH });
  const row = first ? highest(pdf.font('regular', SIZE), cellsOf(...first, AMOUNT)) : 0;
  needRoom(pdf, own + 2 + row + GAP);
}
