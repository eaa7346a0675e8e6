import type { TransactionKind } from '@portside/contract/payments';
import { say } from '../words/say.ts';
import type { TransactionRow } from './rows.ts';

const words: Readonly<Record<TransactionKind, string>> = {
  new_line: '{item}',
  renewal: 'Renewal of {item}',
  plan_change: 'Change to {item}',
  add_on: 'Add-on: {item}',
};

export const itemOf = ({ kind, item }: Pick<TransactionRow, 'kind' | 'item'>, language: string) =>
  say(language, words[kind], { item });

/** What several lines were bought with, as one: `Sloop 12 GB ×2, Clipper 30 GB`. */
export function allItems(items: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => (count > 1 ? `${item} ×${count}` : item)).join(', ');
}
