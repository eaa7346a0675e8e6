import { useLingui } from '@lingui/react';
import type { ComponentType } from 'react';
import { useTitlePart } from '../api/page-title.ts';
import { useIsAgent } from '../api/session.ts';
import { useKeepPush } from '../push/use-keep-push.ts';
import { FramePanel } from './frame-panel.tsx';
import { HomePanel } from './home-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { OffersPanel } from './offers-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { sectionNames } from './section-list.tsx';
import type { Section } from './sections.ts';
import { SettingPanel } from './setting-panel.tsx';

const panels: Record<Section, ComponentType> = {
  dashboard: HomePanel,
  profile: ProfilePanel,
  payment: PaymentPanel,
  setting: SettingPanel,
  handovers: OffersPanel,
  household: InvitationsPanel,
};

/** A20. */
export function DashboardPage({ selection }: { selection: Section }) {
  const Panel = panels[selection];
  const { i18n } = useLingui();
  const ownTitles: Partial<Record<Section, string>> = {
    handovers: i18n.t('Lines offered to you'),
    household: i18n.t('Invitations to lines'),
  };
  const main = selection === 'handovers' || selection === 'household' ? 'dashboard' : selection;
  useKeepPush(!useIsAgent());
  // The first section's title is the page's own.
  useTitlePart(
    selection === 'dashboard' ? undefined : (ownTitles[selection] ?? sectionNames(i18n)[main]),
  );
  return (
    <FramePanel content={selection} selection={main}>
      <Panel />
    </FramePanel>
  );
}
