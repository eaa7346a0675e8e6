import type { Language } from '@portside/contract/language';
import type { Brand } from './brands.ts';

/** Those in which the brand speaks for itself; its Spanish begins with the hours of support. */
export const languagesOf = ({ inFolder }: Brand): readonly Language[] =>
  inFolder.support.es ? ['en', 'es'] : ['en'];
