import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from './brands.ts';

export interface BrandFont {
  readonly family: string;
  /** `700`, or a range, `300 900`. */
  readonly weight: string;
  /** In the brand's folder. */
  readonly src: string;
  readonly isSerif: boolean;
}

const START_OF_FALLBACKS = '/* Fallback fonts, made by scripts/brand-fonts.ts for ';
export const END_OF_FALLBACKS = '/* End of the fallback fonts. */';

/** Shown until the font has loaded. */
export const fallbackFamily = (family: string) => `${family} Fallback`;

export function brandFonts(theme: string): BrandFont[] {
  return [...theme.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, face = '']) => {
    const family = /font-family:\s*['"]?([^'";]+)/.exec(face)?.[1]?.trim();
    const src = /url\(['"]?(?!data:)([^'")]+)/.exec(face)?.[1];
    if (!family || !src) return [];
    const weight = /font-weight:\s*([\d ]+)/.exec(face)?.[1]?.trim() ?? '400';
    const stack = new RegExp(`['"]${family}['"],([^;]*)`).exec(theme)?.[1] ?? '';
    const isSerif = /(?<!-)\bserif$/.test(stack.trim());
    return [{ family, weight, src, isSerif }];
  });
}

export function weightsOf({ weight }: BrandFont, theme: string): number[] {
  const [from = 400, to = from] = weight.split(' ').map(Number);
  const named = [...theme.matchAll(/--(?:strong|head)-weight:\s*(\d+)/g)].map(([, one]) =>
    Number(one),
  );
  const used = [...new Set([400, 500, ...named])].filter((one) => one >= from && one <= to);
  return (used.length > 0 ? used : [from]).toSorted((a, b) => a - b);
}

export const fallbacksOf = (faces: readonly string[], versions: readonly string[]) =>
  `${START_OF_FALLBACKS}${versions.join(' ')} */\n${faces.join('')}`;

export function withoutFallbacks(theme: string): string {
  const from = theme.indexOf(START_OF_FALLBACKS);
  const to = theme.indexOf(END_OF_FALLBACKS);
  return from === -1 || to < from
    ? theme
    : theme.slice(0, from).trimEnd() + theme.slice(to + END_OF_FALLBACKS.length);
}

export const fontVersion = (file: Buffer) =>
  createHash('sha256').update(file).digest('base64url').slice(0, 10);

/** A late font must not move the page: its fallback has its size. */
export async function checkFonts({ folder }: Brand): Promise<string[]> {
  const theme = await readFile(join(folder, 'theme.css'), 'utf8').catch(() => '');
  const from = theme.indexOf(START_OF_FALLBACKS);
  const madeFor = from === -1 ? '' : theme.slice(from, theme.indexOf('*/', from));
  const found = await Promise.all(
    brandFonts(theme).map(async ({ family, src }) => {
      const file = await readFile(join(folder, src)).catch(() => undefined);
      if (!file) return `theme.css: ${src} is not there`;
      const stack = new RegExp(`['"]${family}['"],\\s*['"]${fallbackFamily(family)}['"]`);
      if (!stack.test(theme)) {
        return `theme.css: '${family}' is not followed by '${fallbackFamily(family)}', and the page moves when it arrives`;
      }
      return madeFor.includes(fontVersion(file))
        ? []
        : `theme.css: the fallback of '${family}' was not made for ${src}: run node scripts/brand-fonts.ts ${folder}`;
    }),
  );
  return found.flat();
}
