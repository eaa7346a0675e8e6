import { useLingui } from '@lingui/react';
import { useLocation, useNavigate } from 'react-router';
import { fieldFaults } from '../api/check-input.ts';
import { useHalfWritten } from '../api/language-change.ts';
import { usePage } from '../api/page.tsx';
import { rememberedEmail } from '../api/session.ts';
import { useSearch } from '../api/use-search.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { leadsToCheckout, withEmail } from '../api/way-back.ts';
import { useCart } from '../cart/cart.ts';
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

const loadBegin = async () => (await loadRules()).beginPurchase;

/** A08: the address is remembered. On the way to checkout it is all that is asked for (P01). */
export function Component() {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const here = useLocation();
  const { state } = here;
  const { cart } = useCart();
  // Not before the cart is known: the server's page knows none.
  const isBuying = cart !== undefined && leadsToCheckout(here);
  const search = useSearch();
  const navigate = useNavigate();
  const { people } = brand.trial ?? {};
  const { signIn } = useArrival();
  const begin = useLateSubmit(loadBegin, {
    input: ({ email }: { email: string }) => ({ email: email.trim() }),
    silent: true,
    refusalAt: 'email',
    onDone({ token }, { email }) {
      rememberedEmail.write(email);
      signIn(token, 'registration');
    },
  });
  const form = useForm({
    initial: { email: '' },
    async onSubmit({ email }, signal) {
      if (isBuying) return begin.onSubmit({ email }, signal);
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
      brief={
        isBuying ? i18n.t('For your receipt and your order. You don’t need a password.') : undefined
      }
      title={isBuying ? i18n.t('Your email address') : i18n.t('Log in')}
    >
      <div onFocus={hurryRules}>
        <Form form={form}>
          <EmailField {...form.text('email')} />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Continue')}
          </Button>
        </Form>
      </div>
      {isBuying && (
        <OtherWaysList
          email={form.values.email}
          title={i18n.t('Do you have an account? Log in')}
          ways={['code', 'password']}
        />
      )}
      <CreateAccountTile email={form.values.email} />
      {!isBuying && <OtherWaysList email={form.values.email} ways={['code']} />}
    </SignInPanel>
  );
}
