import { type Call, CallFailed } from '@portside/contract/call';
import {
  acceptInvitation,
  acceptInvitationByPasskey,
  askInvitationPasskey,
} from '@portside/contract/console/staff';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { knowsPasskeys, makeOnDevice } from '../api/passkey-device.ts';
import { useCall } from '../api/use-call.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field, type FieldProps } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Qr } from '../ui/qr.tsx';
import { CodeForm } from './login-page.tsx';
import { useShop } from './shop.ts';
import { staffSession } from './staff-session.ts';

interface Accepted {
  readonly challenge: string;
  readonly secret: string;
  readonly uri: string;
}

/** The token is behind the `#`, which no server and no log sees. */
export function InvitationPage() {
  const { product } = useShop();
  const [token] = useState(() => location.hash.slice(1));
  const [accepted, setAccepted] = useState<Accepted>();
  const [byPasskey, setByPasskey] = useState(knowsPasskeys);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[28rem] flex-col justify-center gap-6 px-5 py-10">
      <div>
        <p className="font-strong text-ink-soft">{product} Console</p>
        <h1 className="text-heading">{accepted ? 'Set up your app' : 'Welcome'}</h1>
      </div>
      {accepted ? (
        <AppStep accepted={accepted} />
      ) : byPasskey ? (
        <PasskeyForm token={token} />
      ) : (
        <NameForm onDone={setAccepted} token={token} />
      )}
      {!accepted && knowsPasskeys() && (
        <Button onClick={() => setByPasskey(!byPasskey)} variant="quiet">
          {byPasskey ? 'Use a password and an app instead' : 'Use a passkey instead'}
        </Button>
      )}
    </main>
  );
}

/** A fault of the device has no field. */
const faultOf = (message: string) => [{ field: 'passkey', message }];

function PasskeyForm({ token }: { token: string }) {
  const call = useCall();
  const navigate = useNavigate();
  const { check } = useSubmit(askInvitationPasskey, {
    input: ({ name }: { name: string }) => ({ token, name }),
  });
  const form = useForm({
    initial: { name: '' },
    check,
    onSubmit: async ({ name }, signal) => {
      try {
        return await join(call, { token, name }, signal);
      } catch (error) {
        if (error instanceof CallFailed && error.reason) return faultOf(error.message);
        throw error;
      }
    },
  });

  async function join(by: Call, invited: { token: string; name: string }, signal: AbortSignal) {
    const shown = { signal, shown: 'refusals' as const };
    const { options } = await by(askInvitationPasskey, invited, shown);
    const passkey = await makeOnDevice(options);
    if (passkey === undefined) return faultOf('No passkey was made. Try again, or another way.');
    if (passkey === 'exists') return faultOf('This device has a passkey of yours already.');
    staffSession.open(await by(acceptInvitationByPasskey, { ...invited, passkey }, shown));
    await navigate('/');
    return undefined;
  }

  return (
    <Form form={form} label="Accept the invitation">
      <NameField form={form} />
      <p className="text-fine text-ink-soft">
        You’ll log in with your fingerprint, face or PIN. Nothing to remember, and nothing to steal.
      </p>
      <Button icon="key" loading={form.loading} type="submit" wide>
        Create a passkey
      </Button>
    </Form>
  );
}

function NameField({
  form,
}: {
  form: { text: (name: 'name') => Pick<FieldProps, 'name' | 'value' | 'error' | 'onChange'> };
}) {
  return (
    <Field
      {...form.text('name')}
      autoComplete="name"
      autoFocus
      hint="Customers and colleagues see it at what you do."
      label="Your name"
    />
  );
}

function NameForm({ token, onDone }: { token: string; onDone: (accepted: Accepted) => void }) {
  const form = useForm({
    initial: { name: '', password: '' },
    ...useSubmit(acceptInvitation, {
      input: (values: { name: string; password: string }) => ({ token, ...values }),
      refusalAt: 'password',
      onDone,
    }),
  });
  return (
    <Form form={form} label="Accept the invitation">
      <NameField form={form} />
      <Field
        {...form.text('password')}
        autoComplete="new-password"
        label="Password"
        type="password"
      />
      <Button loading={form.loading} type="submit" wide>
        Continue
      </Button>
    </Form>
  );
}

function AppStep({ accepted }: { accepted: Accepted }) {
  return (
    <>
      <p>Scan this with an authenticator app, and enter the code it shows.</p>
      <Qr label="The key for your authenticator app" text={accepted.uri} />
      <p className="text-fine text-ink-soft">
        Or type this key: <code className="break-all">{accepted.secret}</code>
      </p>
      <CodeForm challenge={accepted.challenge} />
    </>
  );
}
