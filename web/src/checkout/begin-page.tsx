import { useLingui } from '@lingui/react';
import { fields } from '@portside/contract/fields';
import { beginPurchase } from '@portside/contract/sign-in';
import { useLocation, useNavigate } from 'react-router';
import { fieldFaults } from '../api/check-input.ts';
import { useHalfWritten } from '../api/language-change.ts';
import { usePage } from '../api/page.tsx';
import { useTitlePart } from '../api/page-title.ts';
import { rememberedEmail } from '../api/session.ts';
import { useSearch } from '../api/use-search.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { withEmail } from '../api/way-back.ts';
import { givenZipCode } from '../api/zip-code.ts';
import type { Cart } from '../cart/cart.ts';
import { linesOf } from '../cart/cart-lines.ts';
import { todayOf, usePlacePrice } from '../cart/use-place-price.ts';
import { CreateAccountTile } from '../sign-in/create-account-tile.tsx';
import { DemoPeople } from '../sign-in/demo-people-list.tsx';
import { EmailField } from '../sign-in/email-form.tsx';
import { OtherWaysList } from '../sign-in/other-ways-list.tsx';
import { useArrival } from '../sign-in/use-arrival.ts';
import { useRememberedEmail } from '../sign-in/use-remembered-email.ts';
import { Form } from '../ui/form.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { AroundStepsPanel, StepSection } from './around-steps-panel.tsx';
import { ContactFields, type ContactValues } from './contact-fields-panel.tsx';
import { holderFor, stateFor } from './draft.ts';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { contactFaults } from './step-rules.ts';
import { SummaryPanel } from './summary-panel.tsx';
import { useDraft } from './use-draft.ts';
import { useStepForm } from './use-step-form.ts';

// Public pages have no cache of queries, which useSubmit needs.
const loadBegin = async () => beginPurchase;
const none: [] = [];

interface Values extends ContactValues {
  readonly email: string;
}

/**
 * The first step where there is no session yet: the email address begins one, and checkout goes on
 * with what was typed (P01).
 */
export function BeginPage({ cart }: { cart: Cart }) {
  const { i18n } = useLingui();
  const place = usePlacePrice(...linesOf(cart).map(({ item }) => item.id));
  const title = i18n.t('Contact and service address');
  useTitlePart(title);
  return (
    <AroundStepsPanel
      lines={linesOf(cart).length}
      step="who"
      summary={
        <SummaryPanel
          asking={false}
          listed={place && todayOf(place)}
          more={cart.more}
          plan={cart.item}
          quote={undefined}
          renews={false}
          zipCode={place?.zipCode ?? ''}
        />
      }
    >
      <StepSection title={title}>
        <BeginForm cart={cart} />
      </StepSection>
    </AroundStepsPanel>
  );
}

function BeginForm({ cart }: { cart: Cart }) {
  const { i18n } = useLingui();
  const { state } = useLocation();
  const search = useSearch();
  const navigate = useNavigate();
  const { draft, save, saveWay } = useDraft(cart.id);
  const { signIn } = useArrival();
  const { contact, zipCode } = draft;
  const begin = useLateSubmit(loadBegin, {
    input: ({ email }: Values) => ({ email: email.trim() }),
    silent: true,
    refusalAt: 'email',
    onDone({ token }, { email }) {
      rememberedEmail.write(email);
      signIn(token, 'registration');
    },
  });
  const form = useStepForm<Values>({
    initial: { email: '', ...contact, state: stateFor(contact.state, zipCode), zipCode },
    owner: undefined,
    faults: none,
    save: ({ email: _, zipCode: zip, ...typed }) =>
      save({ contact: typed, zipCode: zip, cardHolder: holderFor(draft, typed) }),
    check: beginFaults,
    onSubmit(values, signal) {
      saveWay({ pressed: !isEmailAlone(values) });
      return begin.onSubmit(values, signal);
    },
  });
  useRememberedEmail(form.set);
  useHalfWritten('login', form.values, ['email'], form.set);

  const { email } = form.values;
  const { people } = usePage().brand.trial ?? {};
  function logIn(known: string) {
    rememberedEmail.write(known);
    void navigate(`/login-with-password${search}`, { state: withEmail(state, known) });
  }

  return (
    <>
      <Form form={form}>
        <div className="flex flex-col gap-3">
          <EmailField {...form.text('email')} autoComplete="email" />
          <p className="text-fine text-ink-soft">
            {i18n.t('For your receipt and your order. You don’t need a password.')}
          </p>
          <p className="text-fine">
            {i18n.t('Do you have an account?')}{' '}
            <TextLink state={withEmail(state, email)} to={`/login-with-password${search}`}>
              {i18n.t('Log in')}
            </TextLink>
          </p>
        </div>
        <div className="mt-4">
          <ContactFields
            form={form}
            lines={linesOf(cart).length}
            onZipCode={(zip) => givenZipCode.set(zip)}
          />
        </div>
        <StepActionsPanel label={i18n.t('Continue')} loading={form.loading} />
      </Form>
      <OtherWaysList email={email} ways={['code', 'password']} />
      <CreateAccountTile email={email} title={i18n.t('Prefer to have a password?')} />
      {people && (
        <div className="mt-10">
          <DemoPeople onChoose={logIn} people={people} />
        </div>
      )}
    </>
  );
}

/** Enough to begin: the next page asks for the rest. */
function isEmailAlone({ firstName, lastName, contactNumber, streetName, streetNumber }: Values) {
  return [firstName, lastName, contactNumber, streetName, streetNumber].every((text) => !text);
}

function beginFaults(values: Values): Record<string, string> {
  const faults = fieldFaults({ email: fields.email }, { email: values.email.trim() });
  return {
    ...Object.fromEntries(faults.map(({ field, message }) => [field, message])),
    ...(!isEmailAlone(values) && contactFaults(values)),
  };
}
