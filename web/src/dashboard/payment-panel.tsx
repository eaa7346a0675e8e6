import { useLingui } from '@lingui/react';
import { viewCredit } from '@portside/contract/credit';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePage } from '../api/page.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { mayWith } from '../lines/line-acts.ts';
import { useLines } from '../lines/use-lines.ts';
import { CardsPanel } from '../payments/cards-panel.tsx';
import { CreditPanel } from '../payments/credit-panel.tsx';
import { OrderHistoryPanel } from '../payments/order-history-panel.tsx';
import { TransactionsPanel } from '../payments/transactions-panel.tsx';
import { useOpenOrders } from '../payments/use-open-orders.ts';
import { useSavedCards } from '../payments/use-saved-cards.ts';
import { ReferPanel } from '../referrals/refer-panel.tsx';
import { ReferTile } from '../referrals/refer-tile.tsx';
import { Button } from '../ui/button.tsx';
import { AutopayLines } from './autopay-line-list.tsx';
import { SectionPanel } from './section-panel.tsx';

const RECENT = 5;
const VIEW = 'view';
const SEE_ALL = 'seeAll';
const REFER = 'refer';

/** D04. The view is in the address: reload keeps it, Back closes it. */
export function PaymentPanel({ leave }: { leave?: (url: string) => void }) {
  const [query, setQuery] = useSearchParams();
  const view = query.get(VIEW);
  const { brand } = usePage();
  const [opened, setOpened] = useState(view);
  const show = (view: string | null) => {
    if (view !== null) setOpened(view);
    setQuery(withView(view), { preventScrollReset: true });
  };
  if (view === SEE_ALL) return <OrderHistoryPanel onClose={() => show(null)} />;
  if (view === REFER && brand.referrals) return <ReferPanel onClose={() => show(null)} />;
  return <Overview leave={leave} onOpen={show} opened={opened} />;
}

const withView = (view: string | null) => (query: URLSearchParams) => {
  const next = new URLSearchParams(query);
  if (view === null) next.delete(VIEW);
  else next.set(VIEW, view);
  return next;
};

interface OverviewProps {
  leave: ((url: string) => void) | undefined;
  onOpen: (view: string) => void;
  /** The focus goes back to the button that opened this view. */
  opened: string | null;
}

function Overview({ leave, onOpen, opened }: OverviewProps) {
  const { i18n } = useLingui();
  const saved = useSavedCards();
  // What others pay for has nothing to do with these cards.
  const lines = (useLines().data?.lines ?? []).filter((line) => mayWith(line, 'own'));
  const { orders: open } = useOpenOrders();
  const credit = useAnswer(viewCredit, {}, { staleTime: 0 });
  const seeAll = useRef<HTMLButtonElement>(null);
  const refer = useRef<HTMLButtonElement>(null);
  const loading = saved.loading || credit.isPending;
  const back = loading ? null : opened;
  useEffect(() => {
    if (back === SEE_ALL) seeAll.current?.focus();
    if (back === REFER) refer.current?.focus();
  }, [back]);
  return (
    <SectionPanel
      brief={i18n.t(
        'We charge a line automatically only while its autopay is on. For any other, you decide when to pay.',
      )}
      title={i18n.t('Payment')}
    >
      <CardsPanel
        autopay={(card) => (
          <AutopayLines card={card} lines={lines.filter(({ status }) => status !== 'ended')} />
        )}
        hasActiveLine={lines.some(({ status }) => status === 'active')}
        leave={leave}
        saved={saved}
      />
      {/* Hidden until what is above has its height, so that nothing jumps. */}
      <div className={loading ? 'hidden' : undefined}>
        {credit.data && <CreditPanel {...credit.data} />}
        <ReferTile onOpen={() => onOpen(REFER)} opener={refer} />
        <TransactionsPanel
          limit={RECENT}
          open={open}
          more={
            <Button
              className="-me-[12px]"
              iconAfter="arrow-right"
              onClick={() => onOpen(SEE_ALL)}
              ref={seeAll}
              variant="quiet"
            >
              {i18n.t('see all')}
            </Button>
          }
          title={i18n.t('Order History')}
        />
      </div>
    </SectionPanel>
  );
}
