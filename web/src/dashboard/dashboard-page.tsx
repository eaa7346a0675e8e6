import { useLingui } from '@lingui/react';
import { type ComponentType, useEffect, useRef } from 'react';
import { useTitlePart } from '../api/page-title.ts';
import { HomePanel } from './home-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SectionList, sectionNames } from './section-list.tsx';
import type { Section } from './sections.ts';
import { SettingPanel } from './setting-panel.tsx';

const panels: Record<Section, ComponentType> = {
  dashboard: HomePanel,
  profile: ProfilePanel,
  payment: PaymentPanel,
  setting: SettingPanel,
};

/** A20. */
export function DashboardPage({ selection }: { selection: Section }) {
  const Panel = panels[selection];
  const { i18n } = useLingui();
  // The first section's title is the page's own.
  useTitlePart(selection === 'dashboard' ? undefined : sectionNames(i18n)[selection]);
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(selection);
  // A new section takes the focus; the page announces the first one.
  useEffect(() => {
    if (before.current === selection) return;
    before.current = selection;
    content.current?.querySelector('h1')?.focus();
  }, [selection]);
  return (
    // The footer must not jump.
    <div className="min-h-dvh desk:page desk:grid desk:grid-cols-[11rem_minmax(0,1fr)] desk:gap-x-12 desk:py-16 min-[1200px]:grid-cols-[12rem_minmax(0,1fr)] min-[1200px]:gap-x-20">
      <SectionList selection={selection} />
      {/* A new section animates in; the same one stays (A22). */}
      <div
        className="page animate-arrive pt-8 pb-16 desk:max-w-none desk:p-0"
        key={selection}
        ref={content}
      >
        <Panel />
      </div>
    </div>
  );
}
