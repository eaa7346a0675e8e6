import { acceptInvitation } from '@portside/contract/console/staff';
import { useState } from 'react';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Qr } from '../ui/qr.tsx';
import { CodeForm } from './login-page.tsx';
import { useShop } from './shop.ts';

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
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[28rem] flex-col justify-center gap-6 px-5 py-10">
      <div>
        <p className="font-strong text-ink-soft">{product} Console</p>
        <h1 className="text-heading">{accepted ? 'Set up your app' : 'Welcome'}</h1>
      </div>
      {accepted ? <AppStep accepted={accepted} /> : <NameForm onDone={setAccepted} token={token} />}
    </main>
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
      <Field
        {...form.text('name')}
        autoComplete="name"
        autoFocus
        hint="Customers and colleagues see it at what you do."
        label="Your name"
      />
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
