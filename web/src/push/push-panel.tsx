import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { type PushBrowser, type PushKind, pushKinds } from '@portside/contract/push';
import { useEffect, useRef, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { usePush } from './use-push.ts';

type Push = ReturnType<typeof usePush>;

/** P08. Nothing where the brand sends none. The permission is asked for by the button alone. */
export function PushPanel() {
  const { i18n } = useLingui();
  const push = usePush();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasPressed = useRef(false);
  const { data, isPending, isFetching, refetch, own, isLooking } = push;
  const others = data?.browsers.filter(({ id }) => id !== own?.id && id !== push.lost?.id) ?? [];
  const [working, count] = [push.work.loading, data?.browsers.length];
  useEffect(() => {
    // The pressed button may be gone, and the focus with it.
    if (working) wasPressed.current = true;
    else if (wasPressed.current && document.activeElement === document.body) {
      heading.current?.focus();
    }
  }, [working, count, own?.id]);
  if (data?.offered === false) return null;
  return (
    <section aria-labelledby="notices" className="border-t-4 border-ink pt-6">
      <h2 className="scroll-mt-24 text-title outline-none" id="notices" ref={heading} tabIndex={-1}>
        {i18n.t('Notices in your browser')}
      </h2>
      <p className="measure mt-1 text-ink-soft">
        {i18n.t(
          'Hear at once what we also email you. Others can read them on your screen, so they have no full number, no amount and no code.',
        )}
      </p>
      {data && !isLooking ? (
        <>
          <ThisBrowser push={push} />
          {others.length > 0 && <OtherBrowsers browsers={others} push={push} />}
        </>
      ) : isPending || isLooking ? (
        <div className="mt-4 flex h-20 items-center gap-4 border-y">
          <Spinner size={20} />
          <Skeleton className="h-4 w-48" />
        </div>
      ) : (
        <FailedLoad
          className="mt-4"
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your notices didn’t load')}
        />
      )}
    </section>
  );
}

function ThisBrowser({ push }: { push: Push }) {
  const { i18n } = useLingui();
  const { ability, own, lost, failed } = push;
  if (ability === 'can') {
    return (
      <>
        {lost && (
          <p className="measure mt-4" role="status">
            {i18n.t('This browser stopped notices. Turn them on again if you still want them.')}
          </p>
        )}
        <Kinds key={own?.id} own={own} push={push} />
        {failed && (
          <p className="measure mt-4" role="alert">
            {i18n.t(
              'Your browser didn’t turn notices on. If it asks you, allow them. Your emails go on as before.',
            )}
          </p>
        )}
      </>
    );
  }
  return (
    <div className="measure mt-4" role={failed ? 'alert' : undefined}>
      {ability === 'blocked' ? (
        <>
          {lost && <p>{i18n.t('Notices were on here, and this browser blocks them now.')}</p>}
          <p>
            {i18n.t(
              'This browser blocks notices from us. To get them, open the settings of this site, next to its address, allow notifications, and come back to this page.',
            )}
          </p>
        </>
      ) : ability === 'home_screen' ? (
        <p>
          {i18n.t(
            'On an iPhone or iPad, first add this site to your home screen: press Share, then Add to Home Screen. Open it from there, and turn notices on in its settings.',
          )}
        </p>
      ) : (
        <p>{i18n.t('This browser can’t show notices. Your emails go on as before.')}</p>
      )}
    </div>
  );
}

/** What each kind is about. */
function useKindNames(): Readonly<Record<PushKind, string>> {
  const { i18n } = useLingui();
  return {
    security: i18n.t('Security: logins, passwords, SIM and number changes'),
    line: i18n.t('Your lines: paused, ended, kept'),
    port_in: i18n.t('Numbers that you bring to us'),
    order: i18n.t('Orders, and SIM cards by mail'),
    payment: i18n.t('Payments: autopay, reminders, refunds'),
    usage: i18n.t('Usage: 80% and 100% of a limit'),
  };
}

function Kinds({ own, push }: { own: PushBrowser | undefined; push: Push }) {
  const { i18n } = useLingui();
  const names = useKindNames();
  const [chosen, setChosen] = useState<readonly PushKind[]>(own?.kinds ?? pushKinds);
  const { turnOn, turnOff, work } = push;
  const isNews = own && chosen.join(' ') !== own.kinds.join(' ');
  const choose = (kind: PushKind, isOn: boolean) =>
    setChosen(pushKinds.filter((one) => (one === kind ? isOn : chosen.includes(one))));
  return (
    <>
      <fieldset className="mt-5 border-t pt-4">
        <legend className="sr-only">{i18n.t('What should we tell you here?')}</legend>
        <p aria-hidden="true" className="font-strong">
          {own
            ? i18n.t('Notices are on in this browser.')
            : i18n.t('What should we tell you here?')}
        </p>
        {pushKinds.map((kind) => (
          <Checkbox
            checked={chosen.includes(kind)}
            key={kind}
            label={names[kind]}
            name={`push-${kind}`}
            onChange={(isOn) => choose(kind, isOn)}
          />
        ))}
      </fieldset>
      <div className="mt-4 flex flex-wrap gap-3">
        {(!own || isNews) && (
          <Button
            disabled={chosen.length === 0}
            loading={work.loading}
            onClick={() => void turnOn(chosen)}
            variant="secondary"
          >
            {own ? i18n.t('Save') : i18n.t('Notify me in this browser')}
          </Button>
        )}
        {own && (
          <Button
            loading={work.loading}
            onClick={() => void turnOff(own.id)}
            variant={isNews ? 'quiet' : 'secondary'}
          >
            {i18n.t('Turn off in this browser')}
          </Button>
        )}
      </div>
    </>
  );
}

function OtherBrowsers({ browsers, push }: { browsers: readonly PushBrowser[]; push: Push }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  return (
    <>
      <h3 className="mt-8 font-strong">{i18n.t('Where else notices are on')}</h3>
      <ul className="mt-2 border-t">
        {browsers.map(({ id, browser, since }) => (
          <li className="flex items-center justify-between gap-4 border-b py-3" key={id}>
            <div className="min-w-0">
              <p className="font-strong">{browser}</p>
              <p className="text-fine text-ink-soft">
                {i18n.t('Since {date}', {
                  date: dateAlone(new Date(since), brand.timeZone, language),
                })}
              </p>
            </div>
            <Button
              aria-label={i18n.t('Turn off in {browser}', { browser })}
              loading={push.work.loading}
              onClick={() => void push.turnOff(id)}
              variant="quiet"
            >
              {i18n.t('Turn off')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
