import { useLingui } from '@lingui/react';
import type { OpenOrder } from '@portside/contract/checkout';
import { listTransactions, type Transaction } from '@portside/contract/payments';
import { type ReactNode, useId, useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';
import { PaymentDetailsDialog } from './payment-details-dialog.tsx';
import { TransactionList } from './transaction-list.tsx';

interface TransactionsPanelProps {
  title: string;
  limit: number;
  more?: ReactNode;
  open?: readonly OpenOrder[];
}

const none: readonly OpenOrder[] = [];

/** Newest first. */
export function TransactionsPanel({ title, limit, more, open = none }: TransactionsPanelProps) {
  const { i18n } = useLingui();
  const id = useId();
  const [viewed, view] = useState<Transaction>();
  const { data, isPending, isFetching, refetch } = useAnswer(
    listTransactions,
    { limit },
    { staleTime: 0 },
  );
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-12 flex-wrap items-center gap-x-3">
        <h2 className="text-title" id={id}>
          {title}
        </h2>
        {isPending && <Spinner size={20} />}
        {more && <span className="ms-auto">{more}</span>}
      </div>
      <OpenOrdersPanel orders={open} />
      {data ? (
        data.transactions.length > 0 ? (
          <TransactionList caption={title} onView={view} transactions={data.transactions} />
        ) : (
          open.length === 0 && (
            <EmptyState title={i18n.t('No order history')}>
              {i18n.t('Your payments will show up here.')}
            </EmptyState>
          )
        )
      ) : isPending ? (
        <TransactionPlaces />
      ) : (
        <FailedLoad
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your payments didn’t load')}
        />
      )}
      <PaymentDetailsDialog onClose={() => view(undefined)} transaction={viewed} />
    </section>
  );
}

function TransactionPlaces() {
  return (
    <div>
      <div className="h-px border-t xs:h-11 xs:border-t-0 xs:border-b-2" />
      {Array.from({ length: 5 }, (_, at) => (
        <div
          className="flex h-[7.6rem] items-center justify-between border-b xs:h-[3.55rem]"
          key={at}
        >
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
