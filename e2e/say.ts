import { messages } from '../web/src/words/es.ts';
import type { Say } from './walks.ts';

/** The interface's sentences in a language; what the catalogue leaves out is the same in both. */
export const sayerOf =
  (language: 'en' | 'es'): Say =>
  (sentence) =>
    language === 'es' ? inSpanish(sentence) : sentence;

function inSpanish(words: string): string {
  const spanish = messages[words] ?? words;
  if (typeof spanish !== 'string') throw new Error(`"${words}" has parts to be filled in`);
  return spanish;
}
