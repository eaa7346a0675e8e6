import { messages } from '../web/src/words/es.ts';
import type { Say } from './walks.ts';

export const sayerOf =
  (language: 'en' | 'es'): Say =>
  (sentence) =>
    language === 'es' ? inSpanish(sentence) : sentence;

function inSpanish(words: string): string {
  const spanish = messages[words] ?? words;
  if (typeof spanish !== 'string') throw new Error(`"${words}" has parts to be filled in`);
  return spanish;
}
