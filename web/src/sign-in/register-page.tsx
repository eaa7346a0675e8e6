import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { useHalfWritten } from '../api/language-change.ts';
import { rememberedEmail } from '../api/session.ts';
import { typedField } from '../api/typed-field.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { useSearch } from '../api/use-search.ts';
import { withEmail } from '../api/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { EmailField } from './email-form.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';
import { useRememberedEmail } from './use-remembered-email.ts';

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  regPassword: '',
  confirmRegPassword: '',
};

const loadRegister = async () => (await loadRules()).register;

/** A14; the new customer is logged in and led on (C05). */
export function Component() {
  const { i18n } = useLingui();
  const { state } = useLocation();
  const search = useSearch();
  const { signIn } = useArrival();
  const form = useForm({
    initial: empty,
    ...useLateSubmit(loadRegister, {
      silent: true,
      onDone({ token }, { email }) {
        rememberedEmail.write(email.trim());
        signIn(token, 'registration');
      },
    }),
  });
  useRememberedEmail(form.set, 'typed');
  useHalfWritten('register', form.values, ['firstName', 'lastName', 'email'], form.set);
  const field = typedField(form);

  return (
    <SignInPanel title={i18n.t('Create an account')}>
      <div onFocus={hurryRules}>
        <Form form={form}>
          <div className="grid gap-6 xs:grid-cols-2">
            <Field {...field('firstName')} autoComplete="given-name" label={i18n.t('First name')} />
            <Field {...field('lastName')} autoComplete="family-name" label={i18n.t('Last name')} />
          </div>
          <EmailField {...form.text('email')} autoComplete="email" />
          <Field
            {...form.text('regPassword')}
            autoComplete="new-password"
            hint={i18n.t(
              'At least 6 characters, with a capital letter, a lowercase letter, a number and one of {symbols}',
              { symbols: '! @ # $ . % ^ & *' },
            )}
            label={i18n.t('Password')}
            type="password"
          />
          <Field
            {...form.text('confirmRegPassword')}
            autoComplete="new-password"
            label={i18n.t('Confirm password')}
            type="password"
          />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Create account')}
          </Button>
        </Form>
      </div>
      <p className="mt-8 border-t pt-6">
        {i18n.t('Already have an account?')}{' '}
        <TextLink state={withEmail(state, form.values.email)} to={`/login${search}`}>
          {i18n.t('Log in')}
        </TextLink>
      </p>
    </SignInPanel>
  );
}
