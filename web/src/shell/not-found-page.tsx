import { useLingui } from '@lingui/react';
import { data, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { Frame } from './frame.ts';

/** A18; programs get the status as well. */
export const loader = () => data(null, { status: 404 });

export function Component() {
  const { i18n } = useLingui();
  const words = useRouteLoaderData<Frame>('root')?.notFound;
  return (
    <div className="page grid gap-10 py-16 md:grid-cols-[auto_1fr] md:items-center md:py-28">
      <Flag className="size-32 md:size-56" name="adrift" size={224} />
      <div>
        <p className="text-fine font-strong text-ink-soft tabular-nums">404</p>
        <h1 className="mt-1 text-display">{words?.title ?? i18n.t('This page doesn’t exist')}</h1>
        <p className="measure mt-4 text-lead text-ink-soft">
          {words?.text ??
            i18n.t('There’s nothing at this address. The link may be old or have a typo.')}
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-6">
          <ButtonLink to="/">{i18n.t('Go to the home page')}</ButtonLink>
          <TextLink to="/contact-us">{i18n.t('Contact Us')}</TextLink>
        </div>
      </div>
    </div>
  );
}
