import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { messages as spanish } from './es.ts';

/** The English sentence is the message's id, so English needs no catalogue. */
const catalogues: Readonly<Record<string, Messages>> = { es: spanish };
const spoken = new Map<string, I18n>();

/**
 * A sentence in a language, its `{placeholders}` filled in. A language without a catalogue, or a
 * sentence without a translation, gives the English one.
 */
export function say(language: string, sentence: string, values?: Record<string, unknown>): string {
  let i18n = spoken.get(language);
  if (!i18n) {
    const messages = catalogues[language] ?? {};
    i18n = setupI18n({ locale: language, messages: { [language]: messages } });
    i18n.setMessagesCompiler(compileMessage);
    spoken.set(language, i18n);
  }
  return i18n._(sentence, values);
}
