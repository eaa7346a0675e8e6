import { oneFullStop } from '@portside/contract/one-full-stop';
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { messages as spanish } from './es.ts';

/** English sentences are their own ids, so English needs no catalog. */
const catalogues: Readonly<Record<string, Messages>> = { es: spanish };
const spoken = new Map<string, I18n>();

/** Fills in `{placeholders}`. Falls back to English. */
export function say(language: string, sentence: string, values?: Record<string, unknown>): string {
  let i18n = spoken.get(language);
  if (!i18n) {
    // What is compiled goes into a copy: the catalogue stays what it is.
    const messages = { ...catalogues[language] };
    i18n = setupI18n({ locale: language, messages: { [language]: messages } });
    spoken.set(language, i18n);
  }
  const known = i18n.messages[sentence] ?? sentence;
  // Once a sentence: it takes longer than to fill it in.
  if (typeof known === 'string') i18n.load(language, { [sentence]: compileMessage(known) });
  const said = i18n._(sentence, values);
  return language === 'es' ? oneFullStop(said) : said;
}
