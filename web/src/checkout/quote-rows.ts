import type { I18n } from '@lingui/core';
import type { Quote, QuoteLine } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';

interface Row {
  readonly label: string;
  readonly amount: string;
}

/** The company's charges, the government's, and what is taken off after them. */
export function quoteRows(
  quote: Pick<Quote, 'lines'>,
  i18n: I18n,
): { ours: Row[]; government: Row[]; credit: Row[] } {
  const row = ({ label, amount }: Quote['lines'][number]): Row => ({
    label,
    amount: money(amount).replace('-', '−'),
  });
  const of = (...kinds: QuoteLine['kind'][]) =>
    quote.lines.filter((one) => kinds.includes(one.kind));
  const taxes = of('tax', 'government_fee');
  const credits = of('credit', 'unused_days');
  const ours = quote.lines.filter((one) => !taxes.includes(one) && !credits.includes(one));
  const rows = ours.map(row);
  if (!ours.some(({ kind }) => kind === 'activation')) {
    // Said because other carriers charge it.
    const at = ours.findLastIndex(({ kind }) => kind === 'plan' || kind === 'discount') + 1;
    rows.splice(at, 0, { label: i18n.t('Activation fee'), amount: money(0) });
  }
  return { ours: rows, government: taxes.map(row), credit: credits.map(row) };
}
