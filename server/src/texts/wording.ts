import type { Brand } from '../brands/brands.ts';
import { say } from '../words/say.ts';

/** Raised with each change of the words. */
const VERSION = '2';

/** What the customer reads, and what is kept (47 CFR 64.1200). */
export const consentWords = (brand: Brand, language: string) => ({
  version: VERSION,
  text: say(
    language,
    'I agree that {product} sends texts about my account to this number: payments, lines, usage and security, at most 10 a day. Message and data rates may apply. I can reply STOP at any time, or HELP for help. You don’t have to agree to buy.',
    { product: brand.product },
  ),
});
