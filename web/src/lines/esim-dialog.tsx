import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import type { EsimState } from '@portside/contract/sim';
import { useEffect, useEffectEvent, useRef } from 'react';
import { openChat } from '../api/chat-door.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { EsimHelp } from './esim-help-panel.tsx';
import { EsimInstallPanel } from './esim-install-panel.tsx';
import { EsimPicture } from './esim-picture-tile.tsx';
import { mayStay, phoneInHand, useEsim } from './use-esim.ts';

interface EsimDialogProps {
  line: Line;
  open: boolean;
  onClose: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
  /** For tests. */
  userAgent?: string | undefined;
}

/** Goes on where it stopped. */
export function EsimDialog({ line, open, onClose, finalFocus, userAgent }: EsimDialogProps) {
  const { i18n } = useLingui();
  /** The chat opens once this dialog has released the focus. */
  const asks = useRef<'not' | 'wants to' | 'does'>('not');
  function lead() {
    if (asks.current !== 'wants to') return;
    asks.current = 'does';
    openChat(finalFocus?.());
  }
  const leave = useEffectEvent(lead);
  useEffect(() => {
    if (open) asks.current = 'not';
  }, [open]);
  // The line may go without its dialog closing.
  useEffect(() => () => leave(), []);
  return (
    <Dialog
      // The chat takes the focus itself.
      finalFocus={() => asks.current === 'not' && (finalFocus?.() ?? null)}
      onClose={onClose}
      onClosed={lead}
      open={open}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Set up your eSIM')}
    >
      {/* The code goes when the dialog closes. */}
      {open && (
        <Esim
          inHand={phoneInHand(userAgent ?? navigator.userAgent)}
          line={line}
          onAsk={() => {
            asks.current = 'wants to';
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

/** Of the four steps shown. */
const stepOf: Readonly<Record<EsimState, number>> = {
  preparing: 0,
  ready: 1,
  unknown: 1,
  error: 1,
  downloaded: 2,
  installed: 3,
  disabled: 3,
  deleted: 3,
  enabled: 4,
};

interface EsimProps {
  line: Line;
  inHand: 'ios' | 'android' | undefined;
  onAsk: () => void;
}

function Esim({ line, inHand, onAsk }: EsimProps) {
  const { i18n } = useLingui();
  const { data, error, isFetching, refetch } = useEsim(line.id);
  const seenLast = error && mayStay(error) && data;
  if (error && !seenLast) {
    return <FailedLoad loading={isFetching} onRetry={() => void refetch()} title={error.message} />;
  }
  if (!data) return <Skeleton className="h-72 w-full" />;
  const steps = [i18n.t('Prepare'), i18n.t('Install'), i18n.t('Add'), i18n.t('Turn on')];
  const before = data.state === 'ready' || data.state === 'preparing' || data.state === 'unknown';
  return (
    <>
      <div className="flex items-center gap-5">
        <EsimPicture className="size-24" state={data.state} />
        <p aria-live="polite" className="text-lead">
          {data.message}
        </p>
      </div>
      {seenLast && (
        <p className="mt-4 text-fine text-ink-soft" role="status">
          {i18n.t('We couldn’t look just now. This is what we saw last; we keep looking.')}
        </p>
      )}
      <Stepper
        className="mt-4 mb-6"
        current={stepOf[data.state]}
        label={i18n.t('Your eSIM’s progress')}
        steps={steps}
      />
      {before && <Checks />}
      {!data.masked && data.activationCode !== '' && (
        <EsimInstallPanel esim={data} inHand={inHand} />
      )}
      {data.masked && data.activationCode !== '' && (
        <dl className="border-y py-3">
          <dt className="text-fine text-ink-soft">{i18n.t('Code')}</dt>
          <dd className="font-strong break-all">{data.activationCode}</dd>
          <dd className="mt-1 text-fine text-ink-soft">
            {i18n.t(
              'Hidden because it’s on a phone now: anyone with the code could take your line.',
            )}
          </dd>
        </dl>
      )}
      {data.state === 'enabled' && (
        <ol className="mt-5 grid list-decimal gap-2 ps-5">
          <li>
            {i18n.t('In the phone’s settings, choose this line for calls and cellular data.')}
          </li>
          <li>{i18n.t('Turn off Wi-Fi for a moment and open a page: that’s your line.')}</li>
        </ol>
      )}
      {data.state !== 'preparing' && <EsimHelp className="mt-6" onAsk={onAsk} state={data.state} />}
      <p className="mt-6 text-fine text-ink-soft">
        {i18n.t('You can close this anytime and come back: it picks up where you left off.')}
      </p>
    </>
  );
}

/** So that the installation does not fail halfway. */
function Checks() {
  const { i18n } = useLingui();
  const checks = [
    i18n.t('The phone is on Wi-Fi. Without it nothing can be downloaded.'),
    i18n.t('The phone is unlocked: its old carrier allows other SIMs.'),
  ];
  return (
    <section className="mb-6">
      <h3 className="mb-2 font-strong">{i18n.t('Before you begin')}</h3>
      {/* No check marks: nobody has looked. */}
      <ul className="grid list-disc gap-1.5 ps-5 marker:text-ink-soft">
        {checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
    </section>
  );
}
