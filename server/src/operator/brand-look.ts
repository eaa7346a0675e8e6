import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureNames } from '@portside/contract/brand';
import { appIcons, touchIcon } from '../brands/app-icons.ts';
import type { Brand } from '../brands/brands.ts';
import { pngSize } from '../formats/png-size.ts';

/** Contrast (WCAG 2.2): text 4.5, edges 3. */
const text = [
  'ink ground',
  'ink surface',
  'ink fog',
  'ink-soft ground',
  'ink-soft surface',
  'ink-soft fog',
  'action ground',
  'action surface',
  'on-action action',
  'on-action action-hover',
  'on-fail fail',
  'fail surface',
  'good surface',
  'on-good good',
  'ink mark-soft',
  'ink fail-soft',
  'ink good-soft',
  'ink action-soft',
  'on-mark mark',
  'on-deep deep',
  'on-deep-soft deep',
];
// One of the focus ring's two lines must be visible.
const edges = [
  'edge ground',
  'edge surface',
  'focus/focus-edge ground',
  'focus/focus-edge surface',
];

export async function checkColors(brand: Brand): Promise<string[]> {
  const theme = await readFile(join(brand.folder, 'theme.css'), 'utf8').catch(() => '');
  if (theme === '') return [];
  const plain = theme.replaceAll(/\/\*.*?\*\//gs, '');
  const blocks = {
    light: tokensOf(/\[data-theme='light'\]\s*\{([^}]*)\}/.exec(plain)?.[1]),
    dark: tokensOf(/\[data-theme='dark'\]\s*\{([^}]*)\}/.exec(plain)?.[1]),
  };
  const byDevice = tokensOf(/:root:not\(\[data-theme\]\)\s*\{([^}]*)\}/.exec(plain)?.[1]);
  const pairs = [
    ...text.map((pair) => [pair, 4.5] as const),
    ...edges.map((pair) => [pair, 3] as const),
  ];
  const problems = Object.entries(blocks).flatMap(([when, tokens]) =>
    pairs.flatMap(([pair, least]) => {
      const [front = '', back = ''] = pair.split(' ');
      const fronts = front.split('/');
      const absent = [...fronts, back].find((name) => !tokens.has(name));
      if (absent) return [`theme.css: ${when}: --${absent} is missing or not #rrggbb`];
      const on = tokens.get(back) ?? '';
      const found = Math.max(...fronts.map((name) => contrast(tokens.get(name) ?? '', on)));
      if (found >= least) return [];
      return [
        `theme.css: ${when}: --${front} on --${back} has a contrast of ${found.toFixed(2)}, and ${least} is the least`,
      ];
    }),
  );
  const differ = [...blocks.dark].filter(([name, value]) => byDevice.get(name) !== value);
  const { night } = brand.letters;
  const letters = [
    ...lettersPairs('letters', brand.letters),
    ...(night ? lettersPairs('letters.night', night) : []),
  ];
  return [
    ...new Set(problems),
    ...differ.map(([name]) => `theme.css: --${name} differs between the two lists for the night`),
    ...letters.flatMap(([pair, found]) =>
      found >= 4.5
        ? []
        : [`brand.json: ${pair} has a contrast of ${found.toFixed(2)}, and 4.5 is the least`],
    ),
  ];
}

function tokensOf(block = ''): Map<string, string> {
  const found = block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})\s*;/gi);
  return new Map([...found].map((one) => [one[1] ?? '', (one[2] ?? '').toLowerCase()]));
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [brightness(a), brightness(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** In thousands of bytes; the first match counts. */
const weights: readonly (readonly [file: RegExp, kilobytes: number])[] = [
  [/^share\.png$/, 300],
  [/\.woff2$/, 60],
  [/^(logo|mark)\.svg$/, 12],
  [/^flags\.svg$/, 30],
  [/\.(svg|png|webp)$/, 100],
];

export async function checkPictures(brand: Brand): Promise<string[]> {
  const names = await readdir(brand.folder, { recursive: true });
  const found = await Promise.all(
    names.map(async (name) => {
      const file = name.replaceAll('\\', '/');
      const most = weights.find(([pattern]) => pattern.test(file))?.[1];
      if (!most) return [];
      const path = join(brand.folder, name);
      const { size } = await stat(path);
      const heavy =
        size > most * 1000
          ? [`${file}: ${Math.ceil(size / 1000)} kB, and ${most} is the most`]
          : [];
      const inside = file.endsWith('.svg') ? svgProblems(file, await readFile(path, 'utf8')) : [];
      return [...heavy, ...inside, ...unknownPicture(file)];
    }),
  );
  return [...found.flat(), ...(await checkSharePicture(brand)), ...(await checkIcons(brand))];
}

function svgProblems(file: string, svg: string): string[] {
  const foreign = /<script|\son\w+=|<foreignObject|(?:href|src)\s*=\s*["'](?!#|data:)/i.test(svg);
  return foreign ? [`${file}: scripts and addresses have no place in a picture`] : [];
}

function unknownPicture(file: string): string[] {
  const name = /^pictures\/(.*?)(?:-night)?\.svg$/.exec(file)?.[1];
  const known = ['hero', ...pictureNames].includes(name ?? 'hero');
  return known ? [] : [`${file}: no page has a place for it (${pictureNames.join(', ')})`];
}

async function checkSharePicture(brand: Brand): Promise<string[]> {
  const png = await readFile(join(brand.folder, 'share.png')).catch(() => undefined);
  if (!png) return [];
  const { width, height } = pngSize(png) ?? { width: 0, height: 0 };
  return width === 1200 && height === 630
    ? []
    : [`share.png: ${width} × ${height}; link previews want 1200 × 630`];
}

/** Without them a home screen shows `mark.svg`, or nothing of the brand. */
async function checkIcons(brand: Brand): Promise<string[]> {
  const found = await Promise.all(
    [...appIcons, touchIcon].map(async ({ file, dots }) => {
      const png = await readFile(join(brand.folder, file)).catch(() => undefined);
      if (!png) {
        return [`${file}: it is not there; node scripts/share-pictures.ts ${brand.id} draws it`];
      }
      const { width, height } = pngSize(png) ?? { width: 0, height: 0 };
      return width === dots && height === dots
        ? []
        : [`${file}: ${width} × ${height}; home screens want ${dots} × ${dots}`];
    }),
  );
  return found.flat();
}

function lettersPairs(
  name: string,
  { ink, ground, paper = ground, action, onAction }: NonNullable<Brand['letters']['night']>,
) {
  return [
    [`${name}.ink on ${name}.ground`, contrast(ink, ground)],
    [`${name}.ink on ${name}.paper`, contrast(ink, paper)],
    [`${name}.onAction on ${name}.action`, contrast(onAction, action)],
  ] as const;
}
