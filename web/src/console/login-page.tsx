import { staffLogin, staffLoginCode, staffPasskeyLogin } from '@portside/contract/console/staff';
import { useState } from 'react';
import { knowsPasskeys } from '../api/passkey-device.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { OtherWayTile } from './other-way-tile.tsx';
import { PasskeyTile } from './passkey-tile.tsx';
import { useShop } from './shop.ts';
import { staffSession, useStaffSession } from './staff-session.ts';

/** Whatever address was asked for stays in the bar, and is shown once they are in. */
export function LoginPage() {
  const { product, isTrial } = useShop();
  const { isOver } = useStaffSession();
  const [challenge, setChallenge] = useState<string>();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col justify-center gap-6 px-5 py-10">
      <div>
        <p className="font-strong text-ink-soft">{product} Console</p>
        <h1 className="text-heading">Log in</h1>
      </div>
      {isOver && !challenge && (
        <p className="remark-shape border-mark bg-mark-soft px-4 py-3 text-on-mark" role="status">
          Your session has ended. Log in to go on where you were.
        </p>
      )}
      {challenge === undefined ? (
        <div>
          {knowsPasskeys() && (
            <>
              <PasskeyTile
                label="Log in with a passkey"
                send={async (call, passkey, signal) =>
                  staffSession.open(
                    await call(staffPasskeyLogin, { passkey }, { signal, shown: 'refusals' }),
                  )
                }
              />
              <OtherWayTile />
            </>
          )}
          <PasswordForm onDone={setChallenge} />
        </div>
      ) : (
        <CodeForm challenge={challenge} onBack={() => setChallenge(undefined)} />
      )}
      {isTrial && (
        <p className="text-fine text-ink-soft">
          Sandbox: who there is, and each one’s code of the moment, stands at{' '}
          <a className="text-action underline" href="/sandbox/staff">
            /sandbox/staff
          </a>
          .
        </p>
      )}
    </main>
  );
}

function PasswordForm({ onDone }: { onDone: (challenge: string) => void }) {
  const form = useForm({
    initial: { email: '', password: '' },
    ...useSubmit(staffLogin, {
      refusalAt: 'password',
      onDone: ({ challenge }) => onDone(challenge),
    }),
  });
  return (
    <Form form={form} label="Log in">
      <Field {...form.text('email')} autoComplete="username" autoFocus label="Email" type="email" />
      <Field
        {...form.text('password')}
        autoComplete="current-password"
        label="Password"
        type="password"
      />
      <Button
        loading={form.loading}
        type="submit"
        variant={knowsPasskeys() ? 'secondary' : 'primary'}
        wide
      >
        Continue
      </Button>
    </Form>
  );
}

export function CodeForm({ challenge, onBack }: { challenge: string; onBack?: () => void }) {
  const form = useForm({
    initial: { code: '' },
    ...useSubmit(staffLoginCode, {
      input: ({ code }: { code: string }) => ({ challenge, code }),
      refusalAt: 'code',
      onDone: staffSession.open,
    }),
  });
  return (
    <Form form={form} label="Enter the code">
      <Field
        {...form.text('code')}
        autoComplete="one-time-code"
        autoFocus
        hint="Six digits, from your authenticator app."
        inputMode="numeric"
        label="Code"
        maxLength={6}
      />
      <Button loading={form.loading} type="submit" wide>
        Log in
      </Button>
      {onBack && (
        <Button onClick={onBack} variant="quiet">
          Back
        </Button>
      )}
    </Form>
  );
}
