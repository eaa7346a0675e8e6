import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import PdfFile from 'pdfkit';

export type Pdf = InstanceType<typeof PdfFile>;

/**
 * Embedded Noto Sans with Latin, Greek and Cyrillic, because brand fonts lack some. Without kerning
 * and ligature tables, whose parsing took longer than all the rest.
 */
const font = (weight: 'regular' | 'bold') =>
  readFileSync(resolve(import.meta.dirname, `fonts/noto-sans-${weight}.ttf`));
let fonts: { regular: Buffer; bold: Buffer } | undefined;

export const MARGIN = 54;
export const WIDTH = 612 - 2 * MARGIN;

/** A tagged file on US letter paper: all of it, once `draw` is done. */
export function writePdf(
  { title, author, at, language }: { title: string; author: string; at: Date; language: string },
  draw: (pdf: Pdf, page: PDFKit.PDFStructureElement) => void,
): Promise<Buffer> {
  fonts ??= { regular: font('regular'), bold: font('bold') };
  const pdf = new PdfFile({
    size: 'LETTER',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language === 'es' ? 'es-US' : 'en-US',
    info: { Title: title, Author: author, CreationDate: at },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const finished = collect(pdf);
  const page = pdf.struct('Document');
  pdf.addStructure(page);
  draw(pdf, page);
  page.end();
  pdf.end();
  return finished;
}

/** Text over the whole width. */
export function paragraph(
  pdf: Pdf,
  page: PDFKit.PDFStructureElement,
  tag: 'H1' | 'H2' | 'P',
  text: string,
  { size, gap }: { size: number; gap: number },
): void {
  page.add(
    pdf.struct(tag, {}, () => {
      const weight = tag === 'P' ? 'regular' : 'bold';
      pdf.font(weight, size).text(text.normalize('NFC'), MARGIN, pdf.y, { width: WIDTH });
    }),
  );
  pdf.y += gap;
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => done(Buffer.concat(pieces)));
    pdf.on('error', fail);
  });
}
