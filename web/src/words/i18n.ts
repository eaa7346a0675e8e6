import { oneFullStop } from '@portside/contract/one-full-stop';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { messages as english } from './en.ts';

/** The English sentence is the id, so English needs neither a parser nor a catalog. */
export function wordsOf(language: string, messages: Messages = english): I18n {
  let words = spoken.get(language);
  if (!words) {
    words = setupI18n({ locale: language, messages: { [language]: messages } });
    words.setMessagesCompiler(withPlaceholders);
    if (language === 'es') {
      const fill: (...said: never[]) => string = words._.bind(words);
      const fillOnce = (...said: never[]) => oneFullStop(fill(...said));
      words._ = fillOnce;
      words.t = fillOnce;
    }
    spoken.set(language, words);
  }
  return words;
}

const spoken = new Map<string, I18n>();

/** Plurals are compiled by `npm run words`. */
const withPlaceholders: Parameters<I18n['setMessagesCompiler']>[0] = (sentence) =>
  sentence.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? [piece] : piece));
