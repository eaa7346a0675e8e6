import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { ConfirmEmailPanel } from '../account/confirm-email-panel.tsx';
import { useCan } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { useCart } from '../cart/cart.ts';
import { InvitedNote } from '../household/invited-note-tile.tsx';
import { OfferedNote } from '../line-handover/offered-note-tile.tsx';
import { LineList } from '../lines/line-list.tsx';
import { mayWith } from '../lines/line-acts.ts';
import { linesInBrief } from '../lines/line-words.ts';
import { useLines } from '../lines/use-lines.ts';
import { useNeeds, useNeedsPending } from '../lines/use-needs.ts';
import { needsInBrief } from '../lines/needs-in-brief.ts';
import { NumberChecksPanel } from '../port-in/number-checks-panel.tsx';
import { PlanInCart } from '../port-in/plan-link-tile.tsx';
import { portInsInBrief } from '../port-in/port-in-words.ts';
import { isOver, needsCustomer } from '../port-in/route.ts';
import { TrackerPanel } from '../port-in/tracker-panel.tsx';
import { trackerId } from '../port-in/tracker-tile.tsx';
import { usePortIns } from '../port-in/use-port-ins.ts';
import { OpenOrdersPanel } from '../payments/open-orders-panel.tsx';
import { TransactionsPanel } from '../payments/transactions-panel.tsx';
import { useOpenOrders } from '../payments/use-open-orders.ts';
import { SafetyPanel } from '../safety/safety-panel.tsx';
import { useSafety } from '../safety/use-safety.ts';
import { PasskeyOfferPanel } from '../sign-in/passkey-offer-panel.tsx';
import { useJoiningStep } from '../sign-in/pending-second-step.ts';
import { TextLink } from '../ui/text-link.tsx';
import { NoticesPanel } from '../notices/notices-panel.tsx';
import { useNotices } from '../notices/use-notices.ts';
import { LineFiguresPanel } from './line-figures-panel.tsx';
import { SectionPanel } from './section-panel.tsx';

/** D07: is my line working, what must I do, what did I pay. */
export function HomePanel() {
  const { i18n } = useLingui();
  const name = useSession().userInfo?.firstName;
  const linesAnswer = useLines();
  const { data } = linesAnswer;
  const openOrders = useOpenOrders();
  const open = openOrders.orders;
  const portInsAnswer = usePortIns();
  const portIns = portInsAnswer.data?.portIns ?? [];
  // A carrier that changes no numbers brings one to a new line only.
  const replaces = useCan().has('changeNumber');
  // Active lines of their own that wait for no other number.
  const lines = (data?.lines ?? []).filter(
    (line) => replaces && line.status === 'active' && !line.portIn && mayWith(line, 'own'),
  );
  const onItsWay = portInsInBrief(i18n, portIns);
  // A transfer that ends while somebody looks must not move away.
  const [onTop, setOnTop] = useState(false);
  if (onItsWay && !onTop) setOnTop(true);
  const toSecondStep = useJoiningStep();
  const inCart = useCart().cart !== undefined;
  const tracker = (
    <PlanInCart key="tracker" value={inCart}>
      <TrackerPanel lines={lines} portIns={portIns} />
    </PlanInCart>
  );
  const incoming = portIns.map((one) => ({
    id: one.id,
    msisdn: one.msisdn,
    isOver: isOver(one) && !one.waitsForPlan,
    message: one.message,
    needsCustomer: needsCustomer(one),
    show: () => document.getElementById(trackerId(one))?.focus(),
  }));
  const needs = useNeeds()?.needs;
  // Whatever stands above something else: what comes later would push it down.
  const above = [openOrders, linesAnswer, portInsAnswer, useNotices(), useSafety()];
  const waits = useNeedsPending() || above.some(({ isPending }) => isPending);
  // Nothing is said to be well before everything is known.
  const isWell = needs && data && (onItsWay ?? linesInBrief(i18n, data.lines));
  const brief = needs?.length ? needsInBrief(i18n, needs) : isWell;
  return (
    <SectionPanel
      brief={brief}
      title={name ? i18n.t('Hello, {name}', { name }) : i18n.t('Hello')}
      waits={waits}
    >
      <NoticesPanel />
      {open.length > 0 && (
        <section aria-label={i18n.t('Payments being checked')}>
          <OpenOrdersPanel level={2} orders={open} />
        </section>
      )}
      {onTop && tracker}
      <SafetyPanel />
      <OfferedNote />
      <InvitedNote />
      <ConfirmEmailPanel onSecondStep={toSecondStep} />
      <LineList figures={(line) => <LineFiguresPanel line={line} />} incoming={incoming} />
      <PasskeyOfferPanel />
      {!onTop && tracker}
      <PlanInCart value={inCart}>
        <NumberChecksPanel lines={lines} />
      </PlanInCart>
      <TransactionsPanel
        limit={5}
        more={
          <TextLink className="inline-flex min-h-11 items-center" to="/dashboard/payment">
            {i18n.t('Order History')}
          </TextLink>
        }
        title={i18n.t('Recent transactions')}
      />
    </SectionPanel>
  );
}
