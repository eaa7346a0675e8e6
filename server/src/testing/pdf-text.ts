import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF as a reader program finds it: glyphs of the embedded fonts, turned back into
 * letters by the table that each font carries.
 */
export const pdfText = (pdf: Buffer): string => pdfPages(pdf).join('\n');

/** The same, page by page. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    const resources = /\/Font <<([^>]*)>>/.exec(head)?.[1] ?? '';
    for (const [, name = '', ref = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(ref)?.head ?? '')?.[1] ?? '';
      fonts.set(name, emailsOf(objects.get(table)?.stream ?? ''));
    }
  }
  const pages = [...objects.values()].filter(({ stream }) => /\bBT\b/.test(stream));
  return pages.map(({ stream }) => textOf(stream, fonts));
}

/** What draws its pages, as operators. */
export const pdfOperators = (pdf: Buffer): string =>
  [...readObjects(pdf).values()]
    .flatMap(({ stream }) => (/\bBT\b/.test(stream) ? [stream] : []))
    .join('\n');

interface PdfObject {
  head: string;
  stream: string;
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', raw] = (found[2] ?? '').split(/\nstream\n/);
    const bytes = Buffer.from((raw ?? '').replace(/\nendstream$/, ''), 'latin1');
    const packed = head.includes('/FlateDecode') && bytes.length > 0;
    const stream = packed ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
    objects.set(found[1] ?? '', { head, stream });
  }
  return objects;
}

/** Glyph number (four hex digits) to letters. */
function emailsOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '0', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [at, [, code = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      const units = code.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(glyph, units.map((one) => String.fromCharCode(Number(`0x${one}`))).join(''));
    }
  }
  return letters;
}

function textOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let letters: ReadonlyMap<string, string> | undefined;
  let text = '';
  for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font);
    else {
      const glyphs =
        (shown ?? '').replaceAll(/[^<]*<([0-9a-f]*)>[^<]*/g, '$1').match(/.{4}/g) ?? [];
      text += `${glyphs.map((glyph) => letters?.get(glyph) ?? '\uFFFD').join('')}\n`;
    }
  }
  return text;
}
