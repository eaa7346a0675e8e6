import { useLingui } from '@lingui/react';
import { dateInList, dateInTable, money } from '@portside/contract/formats';
import type { Transaction } from '@portside/contract/payments';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { CardDigits } from './card-digits-tile.tsx';
import { isRefundedInPart, TransactionStatus } from './transaction-status-tile.tsx';

interface TransactionListProps {
  caption: string;
  transactions: readonly Transaction[];
  onView: (transaction: Transaction) => void;
}

/** D07, D08. */
export function TransactionList({ caption, transactions, onView }: TransactionListProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const date = (row: Transaction) => dateInTable(row.transactionTime, brand.timeZone, language);
  const view = (row: Transaction) => (
    <Button className="-my-2 px-0!" onClick={() => onView(row)} variant="quiet">
      {i18n.t('View')}
      <span className="sr-only"> {i18n.t('the payment of {date}', { date: date(row) })}</span>
    </Button>
  );
  const price = ({ paymentDetails: { finalCheckoutAmount, orderTotal } }: Transaction) => {
    const amount = finalCheckoutAmount ?? orderTotal;
    return amount === undefined ? '-' : money(amount, language);
  };
  const method = (row: Transaction, mark: 'always' | 'roomy') => (
    <CardDigits
      last4Digits={row.last4DigitCard}
      mark={mark}
      network={row.paymentDetails.paymentMethod}
    />
  );
  const failed = (row: Transaction) => row.outcome === 'failed';
  // Failed and refunded payments stand out.
  const marked = (row: Transaction) => row.outcome !== 'paid' || isRefundedInPart(row);
  const refunds = transactions.some((row) => marked(row) && !failed(row));
  const marker: Column<Transaction> = {
    key: 'failed',
    head: refunds ? i18n.t('Status') : i18n.t('Failed'),
    quietHead: true,
    cell: (row) =>
      marked(row) && (
        <TransactionStatus
          className="xs:max-[600px]:flex-col xs:max-[600px]:gap-0 xs:max-[600px]:whitespace-normal"
          of={row}
        />
      ),
  };
  return (
    <Table
      caption={caption}
      // Six columns in 394 px.
      className="xs:max-[600px]:text-fine xs:max-[600px]:[&_:is(td,th):not(:first-child)]:ps-1 xs:max-[600px]:[&_:is(td,th):not(:last-child)]:pe-1"
      card={(row) => (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
          <span className="font-strong">
            {dateInList(row.transactionTime, brand.timeZone, language)}
          </span>
          <span className="text-end font-strong tabular-nums">{price(row)}</span>
          <span>{row.item}</span>
          <span className="text-end">{marked(row) && <TransactionStatus of={row} />}</span>
          <span className="self-center tabular-nums">{method(row, 'always')}</span>
          <span className="text-end">{view(row)}</span>
        </div>
      )}
      columns={[
        {
          key: 'date',
          head: i18n.t('Date'),
          cell: (row) => <span className="whitespace-nowrap">{date(row)}</span>,
        },
        { key: 'product', head: i18n.t('Product'), cell: (row) => row.item },
        { key: 'price', head: i18n.t('Price'), align: 'end', cell: price },
        { key: 'method', head: i18n.t('Pay Method'), cell: (row) => method(row, 'roomy') },
        ...(transactions.some(marked) ? [marker] : []),
        { key: 'view', head: i18n.t('View'), quietHead: true, align: 'end', cell: view },
      ]}
      failed={failed}
      rowKey={(row) => row.id}
      rows={transactions}
    />
  );
}
