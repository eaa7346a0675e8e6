import { useLingui } from '@lingui/react';
import type { I18n } from '@lingui/core';
import { dateAndTime } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import {
  endSafetyPause,
  type SafetyPause,
  type Stopped,
  viewSafety,
} from '@portside/contract/safety';
import { useId, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { SecondStepForm, useSecondStep } from '../sign-in/second-step-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useSafety } from './use-safety.ts';

/** K15: after a change of the account nothing moves for a while. Nothing where none runs. */
export function SafetyPanel() {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const isAgent = useIsAgent();
  const id = useId();
  const [asked, setAsked] = useState(false);
  const { data } = useSafety();
  const pause = data?.pause;
  if (!pause) return null;
  const { endsWith, stopped } = pause;
  return (
    <section aria-labelledby={id} className="border-t-4 border-ink pt-6">
      <h2 className="text-title" id={id}>
        {i18n.t('Your numbers and SIMs stay where they are until {time}', {
          time: dateAndTime(pause.until, brand.timeZone, language),
        })}
      </h2>
      <p className="mt-2 measure">{whyOf(i18n, pause.why)}</p>
      {stopped.length > 0 && (
        <ul className="mt-3 list-disc ps-5">
          {stopped.map((one, nr) => (
            <li key={`${nr} ${one.what} ${one.number}`}>{stoppedOf(i18n, one)}</li>
          ))}
        </ul>
      )}
      <p className="mt-3 measure text-ink-soft">
        {endsWith
          ? i18n.t('If it was you, you can end this now with your second step.')
          : i18n.t(
              'If it was you, there’s nothing to do: the pause ends then. If it wasn’t, call us: {phone}.',
              {
                phone: brand.support.phone,
              },
            )}
      </p>
      {endsWith && !isAgent && (
        <>
          <Button className="mt-4" onClick={() => setAsked(true)} variant="secondary">
            {i18n.t('End it now')}
          </Button>
          <EndDialog kind={endsWith} onClose={() => setAsked(false)} open={asked} />
        </>
      )}
    </section>
  );
}

interface EndDialogProps {
  kind: NonNullable<SafetyPause['endsWith']>;
  open: boolean;
  onClose: () => void;
}

function EndDialog({ kind, open, onClose }: EndDialogProps) {
  const { i18n } = useLingui();
  const send = useSend(endSafetyPause, {
    refresh: [viewSafety],
    refusalAt: kind === 'app' ? 'otp' : 'recoveryCode',
    onDone: onClose,
  });
  const step = useSecondStep(kind, send);
  const title = i18n.t('Let numbers and SIMs move again?');
  return (
    <Dialog
      onClose={onClose}
      open={open}
      subtitle={i18n.t('Do this only if you made the change yourself.')}
      title={title}
      work={step}
    >
      <SecondStepForm action={i18n.t('End it now')} name={title} step={step} />
    </Dialog>
  );
}

function whyOf(i18n: I18n, why: SafetyPause['why']): string {
  switch (why) {
    case 'email':
      return i18n.t('Your email address was changed.');
    case 'password':
      return i18n.t('Your password was changed.');
    case 'second_step':
      return i18n.t('Your second step or your passkeys were changed.');
    case 'logged_out':
      return i18n.t('All other browsers were logged out.');
    case 'denied':
      return i18n.t('We were told that somebody else was in your account.');
  }
}

function stoppedOf(i18n: I18n, { what, number: mdn }: Stopped): string {
  const number = phone(mdn);
  switch (what) {
    case 'sim_replacement':
      return i18n.t('We stopped the new SIM of {number}.', { number });
    case 'number_change':
      return i18n.t('We stopped the number change of {number}.', { number });
    case 'ending':
      return i18n.t('{number} stays: we canceled the planned end of this line.', { number });
    case 'handover':
      return i18n.t('{number} stays: we took back its offer to another account.', { number });
    case 'invitation':
      return i18n.t('{number} stays yours alone: we took back the invitation to it.', { number });
    case 'unlocking':
      return i18n.t('We locked {number} again.', { number });
    case 'transfer_pin':
      return i18n.t('We ended the transfer PIN of {number}.', { number });
    case 'port_out':
      return i18n.t('We didn’t let {number} go to another carrier.', { number });
    case 'port_in':
      return i18n.t('We stopped the transfer of {number} to your line.', { number });
  }
}
