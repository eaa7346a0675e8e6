import { useLingui } from '@lingui/react';
import { pathIn } from '@portside/contract/language';
import { phoneUrl } from '@portside/contract/phone-url';
import { useCan, usePage } from '../api/page.tsx';
import { esimTries, keepEsim } from '../lines/esim-tries.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';

/**
 * A whole document without React in the browser: offline-script.ts fills in what was seen, and finds
 * its places by their `data-` names.
 */
export function OfflinePage({ script }: { script: string }) {
  const { brand, language } = usePage();
  const { i18n } = useLingui();
  return (
    <html
      data-brand={brand.id}
      data-time-zone={brand.timeZone}
      data-unreached={i18n.t('We didn’t reach our server')}
      lang={language}
    >
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <meta content="light dark" name="color-scheme" />
        <meta content="noindex" name="robots" />
        <title>{`${i18n.t('You’re offline')} | ${brand.product}`}</title>
        <script defer src={script} />
      </head>
      <body>
        <header className="border-b bg-ground">
          <div className="page flex min-h-16 items-center desk:min-h-20">
            <img
              alt={brand.product}
              className="h-8 w-auto object-contain object-left desk:h-9"
              height="36"
              src={brand.logoUrl}
              width={brand.logoRatio && Math.round(36 * brand.logoRatio)}
            />
          </div>
        </header>
        <main className="page grid gap-12 py-10 md:py-16" id="main">
          <div>
            <h1 className="text-heading" data-title>
              {i18n.t('You’re offline')}
            </h1>
            <p className="measure mt-3 text-lead text-ink-soft">
              {i18n.t('We’ll open this page as soon as there’s a connection.')}
            </p>
            <a
              className="press mt-6 border-transparent bg-action text-on-action"
              data-again
              href={pathIn(language, '/dashboard')}
            >
              {i18n.t('Try again')}
            </a>
          </div>
          <Lines />
          <EsimSteps />
          <Support />
        </main>
      </body>
    </html>
  );
}

/** What anybody may know, until the script has found more. */
function Lines() {
  const { i18n } = useLingui();
  return (
    <section
      aria-labelledby="lines"
      data-paid-until={i18n.t('Paid until')}
      data-was-paid-until={i18n.t('Was paid until')}
    >
      <h2 className="text-title" data-one={i18n.t('Your line')} id="lines">
        {i18n.t('Your lines')}
      </h2>
      <p className="measure mt-3" data-none>
        {i18n.t(
          'Once you’ve seen your lines on this device, they’re here without a network too, for 30 days or until you log out.',
        )}
      </p>
      <p className="measure mt-1 text-ink-soft" data-as-of hidden>
        {i18n.t('As of {time}. It may have changed since.', { time: '{time}' })}
      </p>
      <ul className="mt-4 grid gap-6" data-lines hidden />
      <template>
        <li className="tile bg-surface pt-(--tile-edge)">
          <div className="grid gap-4 p-5 md:p-8">
            <div>
              <p className="font-strong" data-nickname />
              <h3 className="text-heading tabular-nums max-[359px]:text-title">
                <span data-number />
              </h3>
              <p className="text-fine text-ink-soft" data-plan />
            </div>
            <Badge>
              <span data-state />
            </Badge>
            <p data-period>
              <span className="text-ink-soft" data-period-name />{' '}
              <span className="font-strong tabular-nums" data-period-end />
            </p>
          </div>
        </li>
      </template>
    </section>
  );
}

function EsimSteps() {
  const { i18n } = useLingui();
  const tries = esimTries(i18n);
  if (!useCan().has('esim')) return null;
  const steps = (all: readonly string[], isThere = true) => (
    <>
      <ol className="grid list-decimal gap-2 ps-5">
        {all.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ol>
      {isThere && <p className="mt-3 font-strong">{keepEsim(i18n)}</p>}
    </>
  );
  return (
    <section aria-labelledby="esim">
      <h2 className="text-title" id="esim">
        {i18n.t('If your eSIM doesn’t work')}
      </h2>
      <Accordion
        className="mt-4"
        items={[
          { title: i18n.t('It’s on the phone'), body: steps(tries.on_phone), open: true },
          { title: i18n.t('It’s not on the phone yet'), body: steps(tries.to_install) },
          { title: i18n.t('It’s gone'), body: steps(tries.lost, false) },
        ]}
      />
    </section>
  );
}

function Support() {
  const { i18n } = useLingui();
  const { phone, hours } = usePage().brand.support;
  return (
    <section aria-labelledby="support">
      <h2 className="text-title" id="support">
        {i18n.t('Support')}
      </h2>
      <p className="measure mt-3">{i18n.t('You can call us from any phone.')}</p>
      <p className="mt-4">
        <a className="press border-ink text-ink tabular-nums" href={phoneUrl(phone)}>
          <Icon name="call" size={20} />
          {phone}
        </a>
      </p>
      <p className="mt-2 text-fine text-ink-soft">{hours}</p>
    </section>
  );
}
