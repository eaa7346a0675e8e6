import type { I18n } from '@lingui/core';
import type { Quote } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';

interface Row {
  readonly label: string;
  readonly amount: string;
}

/** The company's charges and the government's. */
export function quoteRows(quote: Quote, i18n: I18n): { ours: Row[]; government: Row[] } {
  const row = ({ label, amount }: Quote['lines'][number]): Row => ({
    label,
    amount: money(amount).replace('-', '−'),
  });
  const ours = quote.lines.filter(({ kind }) => kind !== 'tax' && kind !== 'government_fee');
  const rows = ours.map(row);
  if (!ours.some(({ kind }) => kind === 'activation')) {
    // Said because other carriers charge it.
    const at = ours.findLastIndex(({ kind }) => kind === 'plan' || kind === 'discount') + 1;
    rows.splice(at, 0, { label: i18n.t('Activation fee'), amount: money(0) });
  }
  const government = quote.lines.filter((line) => !ours.includes(line)).map(row);
  return { ours: rows, government };
}
