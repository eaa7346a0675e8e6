import { staffLogout, viewMe } from '@portside/contract/console/staff';
import { roleNames } from '@portside/contract/console/roles';
import { type ReactNode, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { FailedLoad } from '../ui/failed-load.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { consolePages } from './console-pages.ts';
import { MeProvider } from './me.ts';
import { useShop } from './shop.ts';
import { staffSession } from './staff-session.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Everything around a page: who is here, where one can go, and the search. */
export function FramePage({ children, search }: { children: ReactNode; search?: ReactNode }) {
  const { product } = useShop();
  const me = useAnswer(viewMe, {});
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  if (me.isPending) return <SpinnerPage />;
  if (me.isError) {
    return (
      <main className="mx-auto max-w-[40rem] p-6">
        <FailedLoad
          level={2}
          loading={me.isFetching}
          onRetry={() => void me.refetch()}
          title="The console did not load."
        />
      </main>
    );
  }
  const { name, role, can } = me.data;
  const mine = consolePages.filter(({ title, needs }) => title && can.includes(needs.name));
  return (
    <MeProvider value={me.data}>
      <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
        <a
          className="fixed start-4 top-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 font-strong text-ground focus:translate-y-0"
          href="#main"
        >
          Skip to content
        </a>
        <header className="border-b bg-surface md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:border-e md:border-b-0">
          <div className="flex items-center justify-between gap-3 px-4 py-2 md:py-4">
            <p className="head text-lead">
              {product} <span className="font-normal text-ink-soft">Console</span>
            </p>
            <IconButton
              aria-expanded={isOpen}
              className="md:hidden"
              icon={isOpen ? 'close' : 'menu'}
              label={isOpen ? 'Close the menu' : 'Open the menu'}
              onClick={() => setOpen(!isOpen)}
            />
          </div>
          <nav
            aria-label="Console"
            className={classes('flex-1 overflow-y-auto px-2 pb-3', !isOpen && 'max-md:hidden')}
          >
            <ul className="flex flex-col gap-0.5">
              {mine.map(({ path, title, count: Count }) => (
                <li key={path}>
                  <NavLink
                    className={({ isActive }) =>
                      classes(
                        'flex min-h-9 items-center rounded-control px-3 py-1.5 motion hover:bg-action-soft',
                        isActive && 'bg-action-soft font-strong text-action',
                      )
                    }
                    onClick={() => setOpen(false)}
                    to={`/${path}`}
                  >
                    {title}
                    {Count && <Count />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div
            className={classes(
              'flex items-center justify-between gap-2 border-t px-4 py-2 text-fine',
              !isOpen && 'max-md:hidden',
            )}
          >
            <p className="min-w-0">
              <span className="block truncate font-strong">{name}</span>
              <span className="text-ink-soft">{roleNames[role]}</span>
            </p>
            <LogOutButton />
          </div>
        </header>
        <div className="min-w-0">
          {search}
          <main className="px-4 py-5 outline-none md:px-8" id="main" ref={main} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </MeProvider>
  );
}

function LogOutButton() {
  const call = useCall();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Button
      loading={isLeaving}
      onClick={() => {
        setLeaving(true);
        // Gone here, whatever the server says: it may be over there already.
        void call(staffLogout, {}, { shown: 'all' })
          .catch(() => undefined)
          .finally(() => staffSession.end(false));
      }}
      variant="quiet"
    >
      Log out
    </Button>
  );
}
