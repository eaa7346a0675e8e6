import { useLingui } from '@lingui/react';
import { e164, phone } from '@portside/contract/phone';
import { stateOfZip, stateOptions, streetDirections } from '@portside/contract/places';
import { addressLines, filledStreet, streetLine } from '@portside/contract/street-address';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import { typedField } from '../api/typed-field.ts';
import { useAddressCheck, useSuggestion } from '../api/use-address-check.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, type FormState } from '../ui/form.tsx';
import { SuggestionPanel } from '../ui/suggestion-panel.tsx';
import { Select } from '../ui/select.tsx';
import { type Contact, type Draft, holderFor, stateFor } from './draft.ts';
import { PlacePanel } from './place-panel.tsx';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { contactFaults, zipFaults } from './step-rules.ts';
import { isPriced, type QuotedStreet, quotedStreet, type Quoting } from './use-quote.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface ContactFormProps extends StepProps {
  draft: Draft;
  save: (part: Pick<Draft, 'contact' | 'zipCode' | 'cardHolder'>) => void;
  quoting: Quoting;
  /** Known fields too, because somebody came to change them. */
  asksAll: boolean;
  onDone: (zipCode: string) => void;
}

/** The first step: the address decides the price, taxes and emergency calls. */
export function ContactForm({
  draft,
  save,
  quoting,
  asksAll,
  owner,
  faults,
  onDone,
  onBack,
}: ContactFormProps) {
  const { i18n } = useLingui();
  const { contact, zipCode } = draft;
  const check = useAddressCheck();
  const form = useStepForm({
    initial: { ...contact, state: stateFor(contact.state, zipCode), zipCode },
    owner,
    faults,
    save: ({ zipCode: zip, ...rest }) =>
      save({ contact: rest, zipCode: zip, cardHolder: holderFor(draft, rest) }),
    check: contactFaults,
    onSubmit: check.before(async (values) => {
      const street = quotedStreet(values);
      if (!isPriced(quoting.asked, values.zipCode, street)) {
        const refused = await price(values.zipCode, street);
        if (refused.length > 0) return refused;
      }
      onDone(values.zipCode);
    }),
  });
  const { asks, keepOpen, change } = useKnown(form, asksAll);
  const suggestion = useSuggestion(check, form);
  const field = typedField(form);
  const price = (zip: string, address?: QuotedStreet) =>
    quoting.ask({ zipCode: zip, promoCode: quoting.asked?.promoCode ?? '', address });

  async function moveTo(zip: string) {
    if (zip === form.values.zipCode) return;
    form.set('zipCode', zip);
    if (!form.values.state) form.set('state', stateOfZip(zip) ?? '');
    if (zipFaults({ zipCode: zip }).zipCode) return;
    const refused = await price(zip);
    if (refused.length > 0) form.fail(refused);
  }

  /** Address books fill in the whole line. */
  function fillStreet(typed: string) {
    for (const [name, value] of Object.entries(filledStreet(form.values, typed))) {
      form.set(name as 'streetName', value);
    }
  }

  const directions = [
    { value: '', label: i18n.t('None') },
    ...streetDirections.map((value) => ({ value, label: value })),
  ];
  const expected = stateOfZip(form.values.zipCode);
  const foreign = expected && form.values.state && expected !== form.values.state;
  const zipHint = foreign
    ? i18n.t('ZIP Code {zip} is usually in {state}. Please check that both are right.', {
        zip: form.values.zipCode,
        state: stateOptions.find((one) => one.value === expected)?.label ?? expected,
      })
    : undefined;
  const { email } = useSession().userInfo ?? {};
  return (
    <Form form={form}>
      {email && (
        <p className="measure text-ink-soft wrap-anywhere">
          {i18n.t('Your receipt and news of your order go to {email}.', { email })}
        </p>
      )}
      {asks ? fieldsets() : <Known onChange={change} values={form.values} />}
      {suggestion && (
        <SuggestionPanel
          lines={addressLines(suggestion.address)}
          onKeep={suggestion.onKeep}
          onUse={suggestion.onUse}
        />
      )}
      <StepActionsPanel label={i18n.t('Continue')} loading={form.loading} onBack={onBack} />
    </Form>
  );

  function fieldsets() {
    return (
      <div className="flex flex-col gap-6" onFocus={keepOpen}>
        <fieldset className="flex flex-col gap-6">
          <legend className="mb-4 text-title head">{i18n.t('Who is the line for?')}</legend>
          <div className="grid gap-6 xs:grid-cols-2">
            <Field {...field('firstName')} autoComplete="given-name" label={i18n.t('First name')} />
            <Field {...field('lastName')} autoComplete="family-name" label={i18n.t('Last name')} />
          </div>
          <div className="flex flex-wrap gap-4 xs:gap-6">
            <Field
              {...field('countryCode')}
              autoComplete="tel-country-code"
              className="w-26"
              inputMode="tel"
              label={i18n.t('Code')}
              placeholder="+44"
            />
            <Field
              {...field('contactNumber')}
              autoComplete="tel-national"
              className="min-w-0 flex-[1_1_8.5rem]"
              inputMode="tel"
              label={i18n.t('Contact number')}
              type="tel"
            />
          </div>
          <p className="-mt-3 text-fine text-ink-soft">
            {i18n.t('A number where we can reach you today, in case we have a question.')}
          </p>
        </fieldset>
        <fieldset className="mt-4 flex flex-col gap-6">
          <legend className="mb-1 text-title head">{i18n.t('Service address')}</legend>
          <p className="measure text-ink-soft">
            {i18n.t(
              'Where you live and use the phone. 911 responders are sent here, and it sets your taxes.',
            )}
          </p>
          <div className="grid grid-cols-2 gap-x-4 gap-y-6 xs:gap-x-6 min-[1200px]:grid-cols-[8rem_8rem_minmax(0,1fr)]">
            <Field {...field('streetNumber')} label={i18n.t('Number')} />
            <Select
              {...field('streetDirection')}
              label={i18n.t('Direction')}
              options={directions}
              placeholder={i18n.t('None')}
            />
            <Field
              {...field('streetName')}
              autoComplete="section-service address-line1"
              className="max-[1199px]:col-span-2"
              label={i18n.t('Street name')}
              onChange={fillStreet}
            />
          </div>
          <Field
            {...field('streetUnit')}
            autoComplete="section-service address-line2"
            className="xs:max-w-72"
            label={i18n.t('Apartment or unit')}
            optional
          />
          <PlacePanel
            field={field}
            onZipCode={(zip) => void moveTo(zip)}
            section="section-service"
            zipHint={zipHint}
          />
        </fieldset>
      </div>
    );
  }
}

type Values = Contact & { readonly zipCode: string };

/** Whether the fields are open. What is known is shown, until somebody changes it or is in them. */
function useKnown(form: FormState<Values>, asksAll: boolean) {
  const [isOpen, setIsOpen] = useState(asksAll);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) document.querySelector<HTMLElement>('[name=firstName]')?.focus();
    isPressed.current = false;
  }, [isOpen]);
  return {
    asks:
      isOpen ||
      Object.values(form.errors).some(Boolean) ||
      Object.keys(contactFaults(form.values)).length > 0,
    keepOpen: () => setIsOpen(true),
    change: () => {
      isPressed.current = true;
      setIsOpen(true);
    },
  };
}

function Known({ values, onChange }: { values: Values; onChange: () => void }) {
  const { i18n } = useLingui();
  const number = e164(values.contactNumber, values.countryCode) ?? values.contactNumber;
  const place = `${values.city}, ${values.state} ${values.zipCode}`;
  const lines = [phone(number), streetLine(values), place];
  return (
    <div className="border-t pt-4">
      <p className="font-strong">
        {values.firstName} {values.lastName}
      </p>
      {lines.map((line) => (
        <p className="text-ink-soft" key={line}>
          {line}
        </p>
      ))}
      <Button className="mt-2 -ms-3" onClick={onChange} variant="quiet">
        {i18n.t('Change name or address')}
      </Button>
    </div>
  );
}
