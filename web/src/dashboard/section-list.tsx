import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { MainSection } from './sections.ts';

const icons: Record<MainSection, IconName> = {
  dashboard: 'home',
  profile: 'user',
  payment: 'card',
  setting: 'settings',
};

export const sectionNames = (i18n: I18n): Record<MainSection, string> => ({
  dashboard: i18n.t('Dashboard'),
  profile: i18n.t('Profile'),
  payment: i18n.t('Payment'),
  setting: i18n.t('Settings'),
});

/** At the side from 965 px, above below that. */
export function SectionList({ selection }: { selection: MainSection }) {
  const { i18n } = useLingui();
  const labels = sectionNames(i18n);
  return (
    <nav
      aria-label={i18n.t('My Account')}
      className="sticky top-0 z-30 border-b bg-ground desk:z-auto desk:border-0 print:hidden"
    >
      <ul className="mx-auto flex max-w-[75rem] flex-wrap min-[600px]:px-[clamp(0rem,3.7vw-0.9rem,1.5rem)] desk:sticky desk:top-8 desk:flex-col desk:px-0">
        {(Object.keys(icons) as MainSection[]).map((section) => (
          <li className="flex-1 min-[600px]:flex-none" key={section}>
            <Link
              aria-current={section === selection ? 'page' : undefined}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 border-b-4 border-transparent px-2 pt-1 text-fine font-strong text-ink-soft motion hover:text-action focus-visible:-outline-offset-4! aria-[current=page]:border-action aria-[current=page]:text-ink forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight] min-[600px]:flex-row min-[600px]:gap-2.5 min-[600px]:px-4 desk:min-h-12 desk:justify-start desk:border-s-4 desk:border-b-0 desk:pt-0 desk:text-body"
              to={section === 'dashboard' ? '/dashboard' : `/dashboard/${section}`}
            >
              <Icon name={icons[section]} size={20} />
              {labels[section]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
