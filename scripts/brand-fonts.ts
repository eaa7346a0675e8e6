import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import {
  type BrandFont,
  brandFonts,
  END_OF_FALLBACKS,
  fallbackFamily,
  fallbacksOf,
  fontVersion,
  weightsOf,
  withoutFallbacks,
} from '../server/src/brands/brand-fonts.ts';
import { chromiumArgs, findChromium } from './chromium.ts';

/**
 * `node scripts/brand-fonts.ts brands/harbor` writes the fallback fonts into the brand's theme.css: the
 * device's own fonts in the size of the brand's, so that nothing moves when these arrive late. Widths
 * are measured in Chromium on the brand's own words; Arial and Times or Liberation must be installed.
 */
const folder = process.argv[2];
if (!folder) throw new Error('Which brand? node scripts/brand-fonts.ts brands/<id>');
const file = path.join(folder, 'theme.css');
const theme = withoutFallbacks(await readFile(file, 'utf8'));
const fonts = brandFonts(theme);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: chromiumArgs,
});
const page = await browser.newPage();
const texts = await textsOf(folder);
/** Bold text has other words than the rest. */
const bold = lettersOf(
  [...texts.matchAll(/\*\*(.+?)\*\*|^#+ (.+)$/gm)].map(([, run, head]) => run ?? head).join(' '),
);
const plain = lettersOf(texts);
const faces: string[] = [];
for (const font of fonts) faces.push(...(await facesOf(page, font)));
await browser.close();
const versions = await Promise.all(
  fonts.map(async ({ src }) => fontVersion(await readFile(path.join(folder, src)))),
);
const at = theme.lastIndexOf('}', theme.indexOf(':root')) + 1;
const block = fonts.length > 0 ? `\n${fallbacksOf(faces, versions)}${END_OF_FALLBACKS}` : '';
await writeFile(file, theme.slice(0, at) + block + theme.slice(at));
console.log(`${file}: ${faces.length} fallback faces for ${fonts.length} fonts`);

/** For each weight in use, and for figures, whose widths differ. */
async function facesOf(on: Page, font: BrandFont): Promise<string[]> {
  const device = font.isSerif
    ? {
        family: 'Times New Roman',
        names: ['Times New Roman', 'TimesNewRomanPS', 'Liberation Serif'],
      }
    : { family: 'Arial', names: ['Arial', 'Arial', 'Liberation Sans'] };
  const data = (await readFile(path.join(folder ?? '', font.src))).toString('base64');
  await on.setContent(
    `<style>@font-face { font-family: brand; font-weight: ${font.weight}; src: url(data:font/woff2;base64,${data}); }` +
      'span { font-size: 100px; white-space: pre; font-synthesis: none; position: absolute }</style>',
  );
  const made: string[] = [];
  for (const weight of weightsOf(font, theme)) {
    for (const [range, text] of [
      ['U+0-2F, U+3A-10FFFF', weight >= 600 && bold.length > 200 ? bold : plain],
      ['U+30-39', '0123456789'],
    ] as const) {
      const measured = await on.evaluate(measure, { weight, text, family: device.family });
      const size = measured.brand / measured.device;
      const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`;
      const isBold = weight >= 600;
      const local = device.names.map((name) => `local('${name}${isBold ? ' Bold' : ''}')`);
      made.push(
        `@font-face {\n  font-family: '${fallbackFamily(font.family)}';\n  font-weight: ${weight};\n` +
          `  src: ${[...new Set(local)].join(', ')};\n  unicode-range: ${range};\n` +
          `  size-adjust: ${percent(size)};\n  ascent-override: ${percent(measured.ascent / size)};\n` +
          `  descent-override: ${percent(measured.descent / size)};\n  line-gap-override: 0%;\n}\n`,
      );
    }
  }
  return made;
}

/** Runs in the page. Prices use figures of equal width. */
async function measure(asked: { weight: number; text: string; family: string }) {
  const { weight, text, family } = asked;
  await document.fonts.load(`${weight} 100px brand`);
  const widthIn = (name: string) => {
    const span = document.createElement('span');
    span.textContent = text;
    span.style.cssText = `font-family: '${name}'; font-weight: ${weight}; font-variant-numeric: tabular-nums`;
    document.body.append(span);
    return span.getBoundingClientRect().width;
  };
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('No canvas');
  canvas.font = `${weight} 1000px brand`;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } =
    canvas.measureText('x');
  const [brand, device] = [widthIn('brand'), widthIn(family)];
  return { brand, device, ascent: ascent / 1000, descent: descent / 1000 };
}

/** The site's texts in this brand's name, in both languages. */
async function textsOf(brand: string): Promise<string> {
  const content = path.join(brand, 'content');
  const names = await readdir(content, { recursive: true });
  const files = names.filter((name) => name.endsWith('.md')).toSorted();
  return (await Promise.all(files.map((name) => readFile(path.join(content, name), 'utf8')))).join(
    '\n',
  );
}

function lettersOf(text: string): string {
  return text.replaceAll(/[\d#*_[\](){}<>|`~\s]+/g, ' ');
}
