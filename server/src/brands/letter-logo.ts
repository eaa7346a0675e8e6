import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pngSize } from '../formats/png-size.ts';

/** Mail programs draw no SVG. Drawn from `logo.svg` by scripts/share-pictures.ts. */
export const LETTER_LOGO = { day: 'letter-logo.png', night: 'letter-logo-night.png' } as const;

/** Twice as many dots as it has points, so that it is sharp on a phone. */
export const DOTS = 2;

/** In points. Without one, an email begins with the product's name. */
export interface LetterLogo {
  readonly width: number;
  readonly height: number;
  /** Whether there is one for a dark ground. */
  readonly hasNight: boolean;
  /** PNG, for papers. */
  readonly bytes: Buffer;
}

export async function readLetterLogo(folder: string): Promise<LetterLogo | undefined> {
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const [bytes, night] = await Promise.all([read(LETTER_LOGO.day), read(LETTER_LOGO.night)]);
  const size = bytes && pngSize(bytes);
  if (!bytes || !size) return undefined;
  const [width, height] = [size.width / DOTS, size.height / DOTS];
  return { width, height, hasNight: night !== undefined && pngSize(night) !== undefined, bytes };
}
