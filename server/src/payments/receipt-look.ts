import type { Brand } from '../brands/brands.ts';
import type { LetterLogo } from '../brands/letter-logo.ts';

/** What a receipt has of its brand beside words, which are as they were when it was paid. */
export interface Look {
  readonly logo: LetterLogo | undefined;
  /** `#rrggbb` of the line above the total. */
  readonly accent: string;
}

export const lookOf = ({ letterLogo, letters }: Brand): Look => ({
  logo: letterLogo,
  accent: letters.action,
});
