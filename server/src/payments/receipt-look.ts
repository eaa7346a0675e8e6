import type { Brand } from '../brands/brands.ts';
import type { LetterLogo } from '../brands/letter-logo.ts';

/** What a receipt has of its brand beside words. */
export interface Look {
  readonly logo: LetterLogo | undefined;
  readonly product: string;
  /** `#rrggbb` of the line above the total. */
  readonly accent: string;
}

/** The logo of today stands on no paper of a company that the brand belonged to before. */
export const lookOf = (
  { letterLogo, product, letters, company }: Brand,
  seller: { company: string },
): Look => ({
  logo: seller.company === company ? letterLogo : undefined,
  product,
  accent: letters.action,
});
