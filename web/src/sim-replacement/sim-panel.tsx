import { useLingui } from '@lingui/react';
import { dateAndTime } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { linePlace } from '@portside/contract/line-rooms';
import { stopReplacement } from '@portside/contract/sim-replacement';
import { lazy, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { whyKeptBack } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';
import { changeWords, isUnderWay } from './sim-change-words.ts';

const NewSimDialog = lazy(async () => ({
  default: (await import('./new-sim-dialog.tsx')).NewSimDialog,
}));

/** K14: to another phone, another SIM, and the way back while there is one. */
export function SimPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const page = usePage();
  const isAgent = useIsAgent();
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A new key is a new question; the old one stays while it closes.
  const dialog = useFreshDialog();
  const work = useWork();
  const stop = useSend(stopReplacement, { refresh: [viewLine] });
  const { sim } = line;
  const waits = isUnderWay(sim);
  const isSetUp = sim?.state === 'done' && line.esim === 'enabled';
  const whyNot = useWhyNot(line);
  const isLocked = line.locks.sim.on && whyNot !== undefined;
  const stopIt = () => void work.run(async (signal) => void (await stop({ id: line.id }, signal)));
  return (
    <LineSection
      aside={
        <Badge tone="quiet">{line.simType === 'esim' ? i18n.t('eSIM') : i18n.t('SIM card')}</Badge>
      }
      heading={heading}
      id="sim"
      title={i18n.t('SIM')}
    >
      <div aria-live="polite" className="grid measure gap-2">
        {sim && !isSetUp && (
          <p className={waits ? 'font-strong' : undefined}>
            {sim.state === 'announced' && line.locks.sim.on
              ? i18n.t('The SIM lock is on again, so the SIM change won’t begin.')
              : changeWords(i18n, sim, page)}
          </p>
        )}
        {waits ? (
          <p className="text-ink-soft">{i18n.t('Your number and the days you paid for stay.')}</p>
        ) : (
          <p className="text-ink-soft">
            {whyNot ??
              i18n.t(
                'For a new phone, or if your SIM is lost or broken. Your number and the days you paid for stay.',
              )}
          </p>
        )}
        {isLocked && !waits && (
          <p>
            <TextLink to={linePlace(line.id, 'locks')}>{i18n.t('See the locks')}</TextLink>
          </p>
        )}
      </div>
      {isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change the SIM.')}</p>
      ) : (
        (waits || !whyNot) && (
          // One button, so that the focus comes back.
          <Button
            className="mt-5"
            disabled={sim?.isStopping}
            loading={work.loading}
            onClick={waits ? stopIt : dialog.ask}
            ref={button}
            variant="secondary"
          >
            {waits ? i18n.t('Stop this change') : i18n.t('Get a new SIM or move to another phone')}
          </Button>
        )
      )}
      {dialog.show((shown) => (
        <NewSimDialog
          finalFocus={() => (dialog.isFinished ? heading.current : button.current)}
          line={line}
          {...shown}
        />
      ))}
    </LineSection>
  );
}

function useWhyNot(line: LineDetail): string | undefined {
  const { status, statusReason, locks } = line;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  if (status === 'pending' || status === 'activating') {
    return i18n.t('You can get a new SIM once this line is active.');
  }
  if (statusReason === 'unpaid') return i18n.t('Pay for this line first, then get a new SIM.');
  if (statusReason === 'by_operator') return i18n.t('We paused this line. Contact us.');
  const why = whyKeptBack(i18n, 'sim_replacement', line);
  if (why) return why;
  if (!locks.sim.on) return undefined;
  return locks.sim.offAt
    ? i18n.t('The SIM lock turns off on {time}. Then you can get a new SIM here.', {
        time: dateAndTime(locks.sim.offAt, brand.timeZone, language),
      })
    : i18n.t(
        'The SIM lock is on, so nobody can move this line to another phone. For a new SIM, turn it off first.',
      );
}
