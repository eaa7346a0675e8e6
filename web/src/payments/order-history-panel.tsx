import { useLingui } from '@lingui/react';
import type { Transaction } from '@portside/contract/payments';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';
import { PaymentDetailsDialog } from './payment-details-dialog.tsx';
import { PeriodForm } from './period-form.tsx';
import { TransactionList } from './transaction-list.tsx';
import { useDocuments } from './use-documents.ts';
import { useOpenOrders } from './use-open-orders.ts';
import { useOrderHistory } from './use-order-history.ts';

interface OrderHistoryPanelProps {
  onClose: () => void;
  /** D17. */
  future?: boolean | undefined;
}

/** D04, D05, D17. */
export function OrderHistoryPanel({ onClose, future }: OrderHistoryPanelProps) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const history = useOrderHistory();
  const { orders: open } = useOpenOrders();
  const documents = useDocuments();
  const { filter, setFilter } = history;
  useEffect(() => goTo(heading.current), []);
  const turnPage = (page: (() => void) | undefined) =>
    page &&
    (() => {
      page();
      goTo(heading.current);
    });
  return (
    <>
      <Button className="mb-2 -ms-3 xs:hidden" icon="arrow-left" onClick={onClose} variant="quiet">
        {i18n.t('Back')}
      </Button>
      <div className="mb-6 flex items-start gap-4 md:mb-8">
        <h1 className="scroll-mt-36 text-display" ref={heading} tabIndex={-1}>
          {i18n.t('Order History')}
        </h1>
        {history.outdated && history.fetching && <Spinner className="mt-3" size={24} />}
        <IconButton
          className="ms-auto -me-2 max-xs:hidden"
          icon="close"
          label={i18n.t('Close')}
          onClick={onClose}
        />
      </div>
      <div className="mb-8 grid grid-cols-2 items-end gap-x-4 gap-y-5 md:grid-cols-[7.5rem_8.5rem_minmax(0,1fr)_auto]">
        <PeriodForm
          future={future}
          onChange={(period) => setFilter({ ...filter, ...period })}
          period={filter}
        />
        <Field
          className="max-md:col-span-2"
          clearable
          enterKeyHint="search"
          label={i18n.t('Amount or item')}
          maxLength={80}
          name="search"
          onChange={(search) => setFilter({ ...filter, search })}
          prefix={<Icon name="search" size={20} />}
          type="search"
          value={filter.search}
        />
        <Button
          className="max-md:col-span-2 md:min-h-14!"
          icon="download"
          loading={documents.loading === 'csv'}
          onClick={() => void documents.saveCsv(history.asked)}
          variant="secondary"
        >
          {i18n.t('Download CSV')}
        </Button>
      </div>
      <OpenOrdersPanel level={2} orders={open} />
      {/* A shorter list must not move the page. */}
      <div className="min-h-[28rem]">
        <HistoryPage
          history={history}
          onClear={() => {
            history.clear();
            goTo(heading.current);
          }}
          onNext={turnPage(history.onNext)}
          onPrevious={turnPage(history.onPrevious)}
        />
      </div>
    </>
  );
}

function goTo(heading: HTMLElement | null) {
  heading?.scrollIntoView?.({ block: 'nearest' });
  heading?.focus({ preventScroll: true });
}

interface HistoryPageProps {
  history: ReturnType<typeof useOrderHistory>;
  onClear: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

function HistoryPage({ history, onClear, onPrevious, onNext }: HistoryPageProps) {
  const { i18n } = useLingui();
  const [viewed, view] = useState<Transaction>();
  const { transactions, outdated, before } = history;
  if (history.failed) {
    return (
      <FailedLoad
        level={2}
        loading={history.fetching}
        onRetry={history.retry}
        title={i18n.t('Your payments didn’t load')}
      />
    );
  }
  if (!transactions) return <Spinner className="my-8" />;
  const narrowed = Object.keys(history.asked).length > 0;
  const place = i18n.t('{from} to {to}', { from: before + 1, to: before + transactions.length });
  return (
    <div aria-busy={outdated || undefined} className={classes('motion', outdated && 'opacity-60')}>
      <p aria-live="polite" className="sr-only">
        {outdated ? '' : i18n.t('{count} orders shown', { count: transactions.length })}
      </p>
      {/* New rows for other orders, so that none seem to move. */}
      <div key={transactions.map(({ id }) => id).join(' ')}>
        {transactions.length > 0 ? (
          <TransactionList
            caption={i18n.t('Order History')}
            onView={view}
            transactions={transactions}
          />
        ) : (
          <EmptyState
            action={
              narrowed && (
                <Button onClick={onClear} variant="secondary">
                  {i18n.t('Show all orders')}
                </Button>
              )
            }
            level={2}
            title={i18n.t('No order history')}
          >
            {narrowed
              ? i18n.t('No order matches this month, year and search.')
              : i18n.t('Your payments will show up here.')}
          </EmptyState>
        )}
        {(onPrevious || onNext) && (
          <Pagination className="mt-4" onNext={onNext} onPrevious={onPrevious} place={place} />
        )}
      </div>
      <PaymentDetailsDialog onClose={() => view(undefined)} transaction={viewed} />
    </div>
  );
}
