import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { messages as english } from './en.ts';

/**
 * The words of one language. The English sentence is the id, so that English ships neither a parser
 * nor itself twice; another language's words are handed in by who has loaded them.
 */
export function wordsOf(language: string, messages: Messages = english): I18n {
  let words = spoken.get(language);
  if (!words) {
    words = setupI18n({ locale: language, messages: { [language]: messages } });
    words.setMessagesCompiler(withPlaceholders);
    spoken.set(language, words);
  }
  return words;
}

const spoken = new Map<string, I18n>();

/** `Hello, {name}` in pieces; what has more in its braces (plurals) is compiled by `npm run words`. */
const withPlaceholders: Parameters<I18n['setMessagesCompiler']>[0] = (sentence) =>
  sentence.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? [piece] : piece));
