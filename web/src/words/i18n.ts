import { type I18n, setupI18n } from '@lingui/core';
import { messages } from './en.ts';

/**
 * The words of one language. The English sentence is the id; `en.ts` holds only the sentences with
 * placeholders or plurals, compiled, so that English ships neither a parser nor itself twice.
 */
export function wordsOf(language: string): I18n {
  let words = spoken.get(language);
  if (!words) {
    words = setupI18n({
      locale: language,
      messages: { [language]: messages },
      missing: (_language, id) => id,
    });
    spoken.set(language, words);
  }
  return words;
}

const spoken = new Map<string, I18n>();
