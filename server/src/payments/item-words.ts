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
