import { useLingui } from '@lingui/react';
import type { UserInfo } from '@portside/contract/account';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { usePage } from '../api/page.tsx';
import { useLogOut } from './use-log-out.ts';

/** Shown on every page to an agent. */
export function AgentPanel({ user }: { user: UserInfo }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { loading, logOut } = useLogOut();
  async function leave() {
    await logOut();
    if (pathname !== '/') await navigate('/', { replace: true });
  }
  if (!user.agent) return null;
  const until = new Intl.DateTimeFormat(`${language}-US`, {
    timeZone: brand.timeZone,
    timeStyle: 'short',
  }).format(new Date(user.agent.until));
  return (
    <aside
      aria-label={i18n.t('Support session')}
      className="sticky top-0 z-50 border-b bg-mark text-on-mark print:hidden"
    >
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
        <Icon className="max-xs:hidden" name="users" size={20} />
        <p className="min-w-0 flex-1 basis-64 text-fine font-strong wrap-anywhere">
          {i18n.t('{agent} is looking at the account of {customer}, until {time}.', {
            agent: user.agent.name,
            customer: `${user.firstName} ${user.lastName}`,
            time: until,
          })}
        </p>
        <Button
          className="border-current! bg-transparent! text-current!"
          loading={loading}
          onClick={() => void leave()}
          variant="secondary"
        >
          {i18n.t('Leave')}
        </Button>
      </div>
    </aside>
  );
}
