import { useLingui } from '@lingui/react';
import type { LineDetail } from '@portside/contract/line-detail';
import { isLineRoom, type LineRoom, type LineSectionId } from '@portside/contract/line-rooms';
import { type ComponentType, type ReactNode, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { AddOnsPanel } from '../add-ons/add-ons-panel.tsx';
import { useCan } from '../api/page.tsx';
import { useTitlePart } from '../api/page-title.ts';
import { GivenLine } from '../household/given-line-tile.tsx';
import { WhoHasPanel } from '../household/who-has-panel.tsx';
import { LineEndingPanel } from '../line-ending/line-ending-panel.tsx';
import { HandOverPanel } from '../line-handover/hand-over-panel.tsx';
import { TakenOver } from '../line-handover/taken-over-tile.tsx';
import { LineHoldPanel } from '../line-hold/line-hold-panel.tsx';
import { LocksPanel } from '../line-locks/locks-panel.tsx';
import { EmergencyAddressPanel } from '../lines/emergency-address-panel.tsx';
import { sectionsOf } from '../lines/line-acts.ts';
import { LineActPage } from '../lines/line-act-page.tsx';
import { LineFacts } from '../lines/line-fact-panel.tsx';
import { LinePage } from '../lines/line-page.tsx';
import { LineRoomPage } from '../lines/line-room-page.tsx';
import { LostPhonePanel } from '../lines/lost-phone-panel.tsx';
import { HealthPanel } from '../line-health/health-panel.tsx';
import { NumberChangePanel } from '../number-change/number-change-panel.tsx';
import { PortOutPanel } from '../port-out/port-out-panel.tsx';
import { PlanPanel } from '../plan-change/plan-panel.tsx';
import { AutopayPanel } from '../renewals/autopay-panel.tsx';
import { AutopaySwitch } from '../renewals/autopay-switch-tile.tsx';
import { SimPanel } from '../sim-replacement/sim-panel.tsx';
import { UsagePanel } from '../usage/usage-panel.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { CardForAutopay } from './card-for-autopay-tile.tsx';
import { FramePanel } from './frame-panel.tsx';

const RenewPage = lazy(async () => ({
  default: (await import('../renewals/renew-page.tsx')).RenewPage,
}));

const BuyAddOnPage = lazy(async () => ({
  default: (await import('../add-ons/buy-add-on-page.tsx')).BuyAddOnPage,
}));

const PlanChangePage = lazy(async () => ({
  default: (await import('../plan-change/plan-change-page.tsx')).PlanChangePage,
}));

interface LinePanelProps {
  id: string;
  /** What is done to it, on a page of its own. */
  act: string | undefined;
}

/** A line's pages in the dashboard (K01), and what is bought for it (K02, K10). */
export function LinePanel({ id, act }: LinePanelProps) {
  const { i18n } = useLingui();
  const [query] = useSearchParams();
  const can = useCan();
  const addOnId = query.get('id') ?? '';
  const pages: Record<string, { title: string; page: ReactNode }> = {
    renew: { title: i18n.t('Pay for the next 30 days'), page: <RenewPage id={id} /> },
    plan: { title: i18n.t('Change plan'), page: <PlanChangePage id={id} /> },
    'add-on': {
      title: i18n.t('Add to your line'),
      page: <BuyAddOnPage addOnId={addOnId} id={id} key={addOnId} />,
    },
  };
  const own = act === undefined ? undefined : pages[act];
  const room = isLineRoom(act) ? act : undefined;
  return (
    <FramePanel content={`${id} ${act ?? ''}`} selection="dashboard">
      {/* A room has a name of its own. */}
      {!room && <TitlePart name={own?.title ?? i18n.t('Your line')} />}
      {own ? (
        <LineActPage act="pay" id={id} title={own.title}>
          <Suspense fallback={<SpinnerPage />}>{own.page}</Suspense>
        </LineActPage>
      ) : room ? (
        <LineRoomPage id={id} room={room}>
          {(line) => <Sections line={line} room={room} />}
        </LineRoomPage>
      ) : (
        <LinePage
          autopay={AutopaySwitch}
          blocks={can.has('suspendLine')}
          id={id}
          arrived={(line) => (
            <>
              <CardForAutopay line={line} />
              <TakenOver line={line} />
              <GivenLine line={line} />
            </>
          )}
        />
      )}
    </FramePanel>
  );
}

function TitlePart({ name }: { name: string }) {
  useTitlePart(name);
  return null;
}

const panels: Readonly<Record<LineSectionId, ComponentType<{ line: LineDetail }>>> = {
  usage: UsagePanel,
  plan: PlanPanel,
  'add-ons': AddOnsPanel,
  autopay: AutopayPanel,
  health: HealthPanel,
  sim: SimPanel,
  'emergency-address': EmergencyAddressPanel,
  facts: LineFacts,
  'lost-phone': LostPhonePanel,
  locks: LocksPanel,
  household: WhoHasPanel,
  'new-number': NumberChangePanel,
  number: PortOutPanel,
  hold: LineHoldPanel,
  'hand-over': HandOverPanel,
  end: LineEndingPanel,
};

function Sections({ line, room }: { line: LineDetail; room: LineRoom }) {
  const can = useCan();
  return sectionsOf(line, room, can).map((section) => {
    const Panel = panels[section];
    return <Panel key={section} line={line} />;
  });
}
