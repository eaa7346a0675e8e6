import { useLingui } from '@lingui/react';
import type { SecondStepKind } from '@portside/contract/second-step';
import { viewSecondStep } from '@portside/contract/second-step';
import { listPasskeys } from '@portside/contract/sign-in';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { type SecondStepChange, useSecondStepChange } from './use-second-step-change.ts';

export function SecondStepPanel() {
  const { i18n } = useLingui();
  const { data, isFetching, refetch } = useAnswer(viewSecondStep, {});
  const passkeys = useAnswer(listPasskeys, {}).data?.passkeys.length ?? 0;
  const change = useSecondStepChange();
  return (
    <SecurityPanel
      brief={i18n.t(
        'Then a stolen password, or someone reading your email, isn’t enough to get into your account.',
      )}
      title={i18n.t('Second step at login')}
    >
      {data ? (
        <>
          <ul className="mt-4 border-t">
            <Choice
              about={i18n.t(
                'After your password or an emailed code, you enter the 6 digits that an app on your phone shows.',
              )}
              isOn={data.kind === 'app'}
              title={i18n.t('Authenticator app')}
            >
              <Button
                loading={change.busy === 'app'}
                onClick={() => void change.startApp()}
                variant="secondary"
              >
                {data.kind === 'app' ? i18n.t('Use another phone') : i18n.t('Set up')}
              </Button>
            </Choice>
            <Choice
              about={
                passkeys === 0 && data.kind !== 'passkey'
                  ? i18n.t(
                      'Add a passkey above first. Then you can make it the only way to log in.',
                    )
                  : i18n.t(
                      'Password and emailed codes no longer open your account, only a passkey.',
                    )
              }
              isOn={data.kind === 'passkey'}
              title={i18n.t('Only with my passkey')}
            >
              {data.kind !== 'passkey' && passkeys > 0 && (
                <Button onClick={() => change.ask('passkey')} variant="secondary">
                  {i18n.t('Turn on')}
                </Button>
              )}
            </Choice>
          </ul>
          {data.kind && <WhenOn change={change} left={data.recoveryCodesLeft} />}
        </>
      ) : isFetching ? (
        <Skeleton className="mt-4 h-32 w-full" />
      ) : (
        <FailedLoad
          className="mt-4"
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your second step didn’t load')}
        />
      )}
      <Dialogs change={change} kind={data?.kind ?? null} passkeys={passkeys} />
    </SecurityPanel>
  );
}

interface ChoiceProps {
  title: string;
  about: string;
  isOn: boolean;
  children?: ReactNode;
}

function Choice({ title, about, isOn, children }: ChoiceProps) {
  const { i18n } = useLingui();
  return (
    <li className="grid gap-x-6 gap-y-3 border-b py-4 md:grid-cols-[1fr_auto] md:items-center">
      <div>
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body font-strong">
          {title}
          {isOn && <Badge tone="good">{i18n.t('On')}</Badge>}
        </h3>
        <p className="measure text-ink-soft">{about}</p>
      </div>
      {children}
    </li>
  );
}

function WhenOn({ change, left }: { change: SecondStepChange; left: number }) {
  const { i18n } = useLingui();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="me-auto text-ink-soft">
        {left === 0
          ? i18n.t('No recovery code is left. Make new ones now.')
          : i18n.t('{left} of 10 recovery codes are left.', { left })}
      </p>
      <Button icon="refresh" onClick={() => change.ask('codes')} variant="quiet">
        {i18n.t('New recovery codes')}
      </Button>
      <Button className="-me-[12px]" icon="close" onClick={() => change.ask('off')} variant="quiet">
        {i18n.t('Turn off')}
      </Button>
    </div>
  );
}

interface DialogsProps {
  change: SecondStepChange;
  kind: SecondStepKind | null;
  passkeys: number;
}

function Dialogs({ change, kind, passkeys }: DialogsProps) {
  const { i18n } = useLingui();
  const { asked, codes, setUp } = change;
  const questions = {
    passkey: {
      title: i18n.t('Log in only with your passkey from now on?'),
      subtitle:
        passkeys === 1
          ? i18n.t(
              'You have one passkey. If you lose the device with it, only your recovery codes open the account. We suggest a second passkey on another device.',
            )
          : i18n.t('Password and emailed codes no longer open your account, only a passkey.'),
      action: i18n.t('Turn on'),
      tone: 'primary',
    },
    codes: {
      title: i18n.t('Make new recovery codes?'),
      subtitle: i18n.t('The ones that you saved before stop working.'),
      action: i18n.t('Make new codes'),
      tone: 'primary',
    },
    off: {
      title: i18n.t('Turn off the second step?'),
      subtitle:
        kind === 'passkey'
          ? i18n.t('Your password, or a code that we email, opens your account again.')
          : i18n.t('Logging in no longer asks for a code from your app.'),
      action: i18n.t('Turn off'),
      tone: 'danger',
    },
  } as const;
  const question = questions[asked ?? 'off'];
  return (
    <>
      <QuestionDialog
        confirmLabel={question.action}
        onClose={() => change.ask(undefined)}
        onConfirm={change.confirm}
        open={asked !== undefined}
        subtitle={question.subtitle}
        title={question.title}
        tone={question.tone}
      />
      {setUp && (
        <AuthenticatorDialog
          key={setUp.secret}
          onClose={change.closeApp}
          onConfirmed={change.show}
          open={change.appOpen}
          setUp={setUp}
        />
      )}
      <Dialog
        actions={<Button onClick={change.hideCodes}>{i18n.t('I have saved them')}</Button>}
        modal="question"
        onClose={change.hideCodes}
        open={codes !== undefined}
        title={i18n.t('Save your recovery codes')}
      >
        {codes && <RecoveryCodesPanel codes={codes} />}
      </Dialog>
    </>
  );
}
