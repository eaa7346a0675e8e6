import { useLingui } from '@lingui/react';
import { useLocation, useNavigate } from 'react-router';
import { fieldFaults } from '../api/check-input.ts';
import { useHalfWritten } from '../api/language-change.ts';
import { usePage } from '../api/page.tsx';
import { rememberedEmail } from '../api/session.ts';
import { useSearch } from '../api/use-search.ts';
import { withEmail } from '../api/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { CreateAccountTile } from './create-account-tile.tsx';
import { DemoPeople } from './demo-people-list.tsx';
import { EmailField } from './email-form.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { OtherWaysList } from './other-ways-list.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';
import { useRememberedEmail } from './use-remembered-email.ts';

/** A08: the address is remembered. */
export function LoginPage() {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const { state } = useLocation();
  const search = useSearch();
  const navigate = useNavigate();
  const { people } = brand.trial ?? {};
  useArrival();
  const form = useForm({
    initial: { email: '' },
    async onSubmit({ email }) {
      const { fields } = await loadRules();
      const faults = fieldFaults({ email: fields.email }, { email });
      if (faults.length > 0) return faults;
      go(email.trim());
    },
  });
  useRememberedEmail(form.set);
  useHalfWritten('login', form.values, ['email'], form.set);

  function go(email: string) {
    rememberedEmail.write(email);
    void navigate(`/login-with-password${search}`, { state: withEmail(state, email) });
  }

  return (
    <SignInPanel
      aside={people && <DemoPeople onChoose={go} people={people} />}
      title={i18n.t('Log in')}
    >
      <div onFocus={hurryRules}>
        <Form form={form}>
          <EmailField {...form.text('email')} />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Continue')}
          </Button>
        </Form>
      </div>
      <CreateAccountTile email={form.values.email} />
      <OtherWaysList email={form.values.email} ways={['code']} />
    </SignInPanel>
  );
}
