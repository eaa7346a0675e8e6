import { useLingui } from '@lingui/react';
import { useEffect, useRef } from 'react';
import { useOffline } from '../api/online.ts';
import { useTitlePart } from '../api/page-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';

/** In place of home, which would not load: nobody was there to be told of the logout. */
export function LoggedOutPanel() {
  const { i18n } = useLingui();
  const isOffline = useOffline();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = i18n.t('You’re logged out on this device');
  useTitlePart(title);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="page py-16 md:py-28">
      <Flag name="ended" size={72} />
      <h1 className="mt-6 text-heading" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="measure mt-3 text-lead text-ink-soft">
        {i18n.t('Nobody can open your account here without logging in again.')}
      </p>
      <p className="measure mt-3">
        {i18n.t(
          'We couldn’t reach our server, so it may still list this browser as logged in. When you’re online again, log in and log it out under “Where you’re logged in” in your settings.',
        )}
      </p>
      {!isOffline && (
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/login">{i18n.t('Log in')}</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            {i18n.t('Go to the home page')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
