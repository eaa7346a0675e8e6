import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { fieldFaults } from '../api/check-input.ts';
import { useHalfWritten } from '../api/language-change.ts';
import { usePage } from '../api/page.tsx';
import { rememberedEmail } from '../api/session.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { useSearch } from '../api/use-search.ts';
import { withEmail } from '../api/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CreateAccountTile } from './create-account-tile.tsx';
import { EmailField } from './email-form.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { OtherWaysList } from './other-ways-list.tsx';
import { useSecondStepWay } from './pending-second-step.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';
import { useRememberedEmail } from './use-remembered-email.ts';

const loadLogin = async () => (await loadRules()).login;

/** A10. */
export function Component() {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const { state } = useLocation();
  const search = useSearch();
  const { signIn } = useArrival();
  const toSecondStep = useSecondStepWay();
  const { onSubmit } = useLateSubmit(loadLogin, {
    silent: true,
    refusalAt: 'password',
    onDone({ token }, { email }) {
      rememberedEmail.write(email.trim());
      signIn(token, 'password');
    },
    onFailed(failure, { email }) {
      if (!toSecondStep(failure, 'password')) return;
      rememberedEmail.write(email.trim());
      return [];
    },
  });
  const form = useForm({
    initial: { email: '', password: '' },
    async onSubmit(values, signal) {
      // An impossible password is not sent; the server takes any (H03).
      const { fields } = await loadRules();
      const faults = fieldFaults({ email: fields.email, password: fields.password }, values);
      return faults.length > 0 ? faults : onSubmit(values, signal);
    },
  });
  useRememberedEmail(form.set);
  useHalfWritten('login', form.values, ['email'], form.set);

  return (
    <SignInPanel about="help" title={i18n.t('Log in')}>
      <div onFocus={hurryRules}>
        <Form form={form}>
          <EmailField {...form.text('email')} />
          <Field
            {...form.text('password')}
            autoComplete="current-password"
            hint={brand.trial?.people?.hint}
            label={i18n.t('Password')}
            type="password"
          />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Log in')}
          </Button>
        </Form>
      </div>
      <p className="mt-4">
        <TextLink state={withEmail(state, form.values.email)} to={`/forgot-password${search}`}>
          {i18n.t('Forgot your password?')}
        </TextLink>
      </p>
      <CreateAccountTile email={form.values.email} />
      <OtherWaysList email={form.values.email} ways={['code']} />
    </SignInPanel>
  );
}
