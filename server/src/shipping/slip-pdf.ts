import { MARGIN, paragraph, WIDTH, writePdf } from '../formats/pdf.ts';
import type { Slip } from './slip.ts';

/** The address stands where the window of a usual envelope is when the sheet is folded in three. */
const WINDOW_TOP = 140;

export function slipPdf(slip: Slip, made: { author: string; at: Date }): Promise<Buffer> {
  const { title, language } = slip;
  return writePdf({ ...made, title, language }, (pdf, page) => {
    const say = (tag: 'H1' | 'H2' | 'P', text: string, size: number, gap: number) =>
      paragraph(pdf, page, tag, text, { size, gap });
    say('P', slip.seller.join('\n'), 9, 0);
    pdf.y = Math.max(pdf.y + 12, WINDOW_TOP);
    say('P', slip.to.join('\n'), 12, 0);
    pdf.y = Math.max(pdf.y + 24, 270);
    say('H1', title, 18, 8);
    for (const step of slip.steps) say('P', step, 11, 6);
    pdf.y += 12;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(0.5)
      .stroke('#999999');
    pdf.endMarkedContent();
    pdf.y += 10;
    pdf.fillColor('#111111');
    say('P', slip.foot.join('\n'), 9, 0);
  });
}
