import type { TextBlock } from '@portside/contract/content';
import { textOf } from '../text-of.ts';

interface Question {
  readonly title: string;
  readonly blocks: readonly TextBlock[];
}

/** Every word of the search, from its beginning, ignoring case and accents. */
export function matching<Q extends Question>(questions: readonly Q[], search: string): Q[] {
  const words = wordsOf(search);
  return questions.filter((question) => {
    const held = wordsOf(`${question.title} ${textOf(question.blocks)}`);
    return words.every((word) => held.some((one) => one.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[’']/g, '').match(/[\p{L}\p{N}#*]+/gu) ?? [];
}
