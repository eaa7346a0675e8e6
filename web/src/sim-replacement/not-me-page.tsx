import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import type { denyReplacement, viewReplacement } from '@portside/contract/sim-replacement';
import { useEffect, useRef, useState } from 'react';
import { forgetPerson } from '../api/forget-person.ts';
import { useLateSend } from '../api/use-late-send.ts';
import { DeadLinkPanel } from '../sign-in/dead-link-panel.tsx';
import { SignInPanel } from '../sign-in/sign-in-panel.tsx';
import { useLinkSecret } from '../sign-in/use-link-secret.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { useWork } from '../ui/use-work.ts';

type Replacement = OutputOf<typeof viewReplacement>;

const calls = () => import('@portside/contract/sim-replacement');

/** "This wasn't me", from an email about a SIM change. Needs a press: mail scanners open links. */
export function Component() {
  const { i18n } = useLingui();
  const token = useLinkSecret('token');
  const [found, setFound] = useState<Replacement>();
  const [dead, setDead] = useState<string>();
  const [done, setDone] = useState<OutputOf<typeof denyReplacement>>();
  const asked = useRef(false);
  const onFailed = ({ message }: { message: string }) => setDead(message);
  const look = useLateSend(async () => (await calls()).viewReplacement, {
    silent: true,
    shown: 'all',
    onDone: setFound,
    onFailed,
  });
  const deny = useLateSend(async () => (await calls()).denyReplacement, {
    silent: true,
    shown: 'refusals',
    onDone(answer) {
      forgetPerson();
      setDone(answer);
    },
    onFailed({ reason, message }) {
      // Other failures have been reported.
      if (reason === 'link_expired') setDead(message);
    },
  });
  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    void look({ token });
  }, [token, look]);
  if (token === undefined) return <SpinnerPage />;
  if (token === '' || dead !== undefined) {
    return (
      <DeadLinkPanel
        about="nothing"
        action={<ButtonLink to="/contact-us">{i18n.t('Contact Us')}</ButtonLink>}
      >
        {dead ?? i18n.t('This link is not complete. Open it from the email again.')}
      </DeadLinkPanel>
    );
  }
  if (done) return <Denied {...done} />;
  if (!found) return <SpinnerPage />;
  return <Deny found={found} onPress={(signal) => deny({ token }, signal)} />;
}

function Deny({
  found,
  onPress,
}: {
  found: Replacement;
  onPress: (signal: AbortSignal) => Promise<unknown>;
}) {
  const { i18n } = useLingui();
  const work = useWork();
  const number = { number: `••• ${found.numberEnd}` };
  const first: Record<Replacement['does'], string> = {
    stop: i18n.t(
      'The SIM change of {number} is stopped. The line stays on the SIM it has.',
      number,
    ),
    block: i18n.t('The line {number} is blocked, so nobody can use it with the new SIM.', number),
    log_out: i18n.t('The SIM of {number} was not changed, and stays as it is.', number),
  };
  return (
    <SignInPanel
      about="nothing"
      brief={
        found.wasPressed
          ? i18n.t('You pressed this before. This is what happened:')
          : i18n.t('Nothing has happened yet. Press the button and we’ll do this:')
      }
      title={i18n.t('Didn’t you ask for a new SIM?')}
    >
      <ul className="mb-8 grid gap-3">
        {[
          first[found.does],
          ...(found.isShared
            ? [
                i18n.t('The locks of the line are turned on.'),
                i18n.t('Whoever asked for the new SIM is logged out.'),
              ]
            : [
                i18n.t('The locks of your lines are turned on.'),
                i18n.t('Every browser is logged out, including this one.'),
              ]),
        ].map((line) => (
          <li className="flex gap-3" key={line}>
            <Icon className="mt-0.5 shrink-0 text-action" name="check" size={20} />
            {line}
          </li>
        ))}
      </ul>
      {found.wasPressed ? (
        <ButtonLink to="/forgot-password" wide>
          {i18n.t('Set a new password')}
        </ButtonLink>
      ) : (
        <>
          <Button
            loading={work.loading}
            onClick={() => void work.run(async (signal) => void (await onPress(signal)))}
            wide
          >
            {i18n.t('This wasn’t me')}
          </Button>
          <p className="mt-8 border-t pt-6">{i18n.t('Was it you? Then there’s nothing to do.')}</p>
        </>
      )}
    </SignInPanel>
  );
}

function Denied({ message, blocked, isShared }: OutputOf<typeof denyReplacement>) {
  const { i18n } = useLingui();
  const your = blocked
    ? i18n.t(
        'Somebody was logged in to your account. Set a new password first. Then log in, get a new SIM, and unblock the line.',
      )
    : i18n.t(
        'Somebody was logged in to your account. We’re turning on the locks of your lines. Set a new password now.',
      );
  const onesOfTwo = i18n.t(
    'Somebody was logged in to the account that the new SIM was asked for in. Whoever has that account sets a new password now.',
  );
  return (
    <SignInPanel
      about="nothing"
      brief={<span role="status">{message}</span>}
      title={blocked ? i18n.t('We’re blocking your line') : i18n.t('Your line is safe')}
    >
      <p className="mb-6">{isShared ? onesOfTwo : your}</p>
      <ButtonLink to="/forgot-password" wide>
        {i18n.t('Set a new password')}
      </ButtonLink>
    </SignInPanel>
  );
}
