import type { ShownNotice } from '@portside/contract/notices';
import { useLingui } from '@lingui/react';

/** Above the header of every page, and on the dashboard (L13). */
export function NoticesTile({ notices }: { notices: readonly ShownNotice[] }) {
  const { i18n } = useLingui();
  return (
    <aside aria-label={i18n.t('Notices')} className="print:hidden">
      <ul className="flex flex-col gap-px">
        {notices.map(({ id, kind, text, lang }) => (
          <li className="bg-mark py-2.5 text-on-mark" data-notice={id} key={id} lang={lang}>
            <p className="page">
              {kind !== 'news' && (
                <strong className="font-strong">
                  {kind === 'outage' ? i18n.t('Outage') : i18n.t('Maintenance')}:{' '}
                </strong>
              )}
              {text}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
