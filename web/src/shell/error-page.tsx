import { useLingui } from '@lingui/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isOffline } from '../api/online.ts';
import { Button } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';

// The server renders it; browsers load it when needed.
const NotFound: ComponentType = import.meta.env.SSR
  ? (await import('./not-found-page.tsx')).Component
  : lazy(async () => ({ default: (await import('./not-found-page.tsx')).Component }));

/** Errors whose page somebody has left. */
const left = new WeakSet<object>();

/**
 * React Router keeps the failure of a page's module, as some browsers do, and would show it until
 * the document goes: whoever comes back to it has the server asked for the page.
 */
function useSecondVisit(error: unknown) {
  useEffect(() => {
    if (!(error instanceof Error)) return undefined;
    if (left.has(error) && !isOffline()) location.reload();
    // Not for an effect that React runs twice.
    return () => void setTimeout(() => left.add(error));
  }, [error]);
}

/** Header and footer stay. */
export function ErrorPage() {
  const error = useRouteError();
  useSecondVisit(error);
  const { i18n } = useLingui();
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 404 || (isRouteErrorResponse(error) && error.status === 404)) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  }
  return (
    <div className="page py-16 md:py-28" role="alert">
      <Flag name="failure" size={72} />
      <h1 className="mt-6 text-heading">{i18n.t('An unexpected error occurred')}</h1>
      <p className="measure mt-3 text-lead text-ink-soft">
        {i18n.t('We couldn’t load this page. Nothing you entered was sent.')}
      </p>
      <Button className="mt-8" icon="refresh" onClick={() => location.reload()}>
        {i18n.t('Try again')}
      </Button>
    </div>
  );
}
