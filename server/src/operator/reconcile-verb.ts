import { money } from '@portside/contract/formats';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { days } from '../clock.ts';
import { reconcile } from '../reconciliation/reconciliation.ts';
import { textTable } from './text-table.ts';
import { type Answer, UsageError, type Options } from './verb.ts';

const usage = 'reconcile [--days <1 to 366>]';
const LONGEST = 366;

const words = {
  not_in_our_books: 'not in our books',
  not_in_the_providers_books: 'not in the provider’s books',
  another_amount: 'another amount',
  another_outcome: 'another outcome',
} as const;

export async function runReconcile(app: App, extra: string[], options: Options): Promise<Answer> {
  const asked = Number(options.days ?? 1);
  if (extra.length > 0 || !Number.isInteger(asked) || asked < 1 || asked > LONGEST) {
    throw new UsageError(usage);
  }
  const wanted = options.days === undefined ? undefined : days(asked);
  const found = await reconcile(app, wanted).catch((error: unknown) => {
    if (!(error instanceof OutsideFailure)) throw error;
    throw new UsageError(`${error.message}. Nothing was compared.`);
  });
  const { charges, refunds, differences, unread, customers } = found;
  const back = Math.ceil((found.at.getTime() - found.since.getTime()) / days(1));
  const side = (one: { status: string; amountCents: number }) =>
    one.status === ''
      ? 'nothing'
      : `${one.status.replaceAll('_', ' ')} ${money(one.amountCents / 100)}`;
  const isOneAccount = app.adapters.each('payment').length === 1;
  const rows = differences.map((one) => [
    ...(isOneAccount ? [] : [one.brands?.join(', ') ?? '']),
    one.of,
    words[one.what],
    one.ref,
    one.owner ? `${one.owner.kind} ${one.owner.id}` : '',
    `ours: ${side(one.ours)}`,
    `theirs: ${side(one.theirs)}`,
  ]);
  const summary = `${charges} charges and ${refunds} refunds of ${back} days compared`;
  const text = [
    `${summary}: ${countOf(differences.length)}.`,
    ...(rows.length > 0 ? [textTable(rows)] : []),
    ...customers.map(
      ({ customerId, paid, returned, given, owed, credit, received, off }) =>
        `Customer ${customerId} does not add up by ${signed(off)}: paid ${signed(paid)}, returned ${signed(returned)}, given ${signed(given)}, owed ${signed(owed)}, credit ${signed(credit)}, received ${signed(received)}.`,
    ),
    ...unread.map(
      ({ brands, why }) =>
        `Not compared: ${brands.join(', ')}, as the account could not be read (${why}). portside doctor says more.`,
    ),
  ].join('\n');
  return { text, fine: unread.length === 0 };
}

const signed = (cents: number) => money(cents / 100);

function countOf(differences: number): string {
  if (differences === 0) return 'no difference';
  return differences === 1 ? '1 difference' : `${differences} differences`;
}
