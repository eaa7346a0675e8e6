import { useLingui } from '@lingui/react';
import { e164, phone } from '@portside/contract/phone';
import { addressLines, streetLine } from '@portside/contract/street-address';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useAddressCheck, useSuggestion } from '../api/use-address-check.ts';
import { Button } from '../ui/button.tsx';
import { Form, type FormState } from '../ui/form.tsx';
import { SuggestionPanel } from '../ui/suggestion-panel.tsx';
import { ContactFields, type ContactValues } from './contact-fields-panel.tsx';
import { type Draft, holderFor, stateFor } from './draft.ts';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { contactFaults } from './step-rules.ts';
import { isPriced, type QuotedStreet, quotedStreet, type Quoting } from './use-quote.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface ContactFormProps extends StepProps {
  draft: Draft;
  save: (part: Pick<Draft, 'contact' | 'zipCode' | 'cardHolder'>) => void;
  quoting: Quoting;
  lines: number;
  /** Known fields too, because somebody came to change them. */
  asksAll: boolean;
  /** It was sent on the page before, where there was no session. */
  isPressed: boolean;
  onPressed: () => void;
  onDone: (zipCode: string) => void;
}

/** The first step: the address decides the price, taxes and emergency calls. */
export function ContactForm({
  draft,
  save,
  quoting,
  lines,
  asksAll,
  isPressed,
  onPressed,
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
      save({
        contact: rest,
        zipCode: zip,
        cardHolder: holderFor(draft, rest),
        // It is near the other place.
        ...(zip !== zipCode && { newNumber: '' }),
      }),
    check: contactFaults,
    onSubmit: check.before(async (values, signal) => {
      const street = quotedStreet(values);
      if (!isPriced(quoting.asked, values.zipCode, street)) {
        const refused = await price(values.zipCode, street);
        if (signal.aborted) return;
        if (refused?.length !== 0) return refused;
      }
      onDone(values.zipCode);
    }),
  });
  const { asks, keepOpen, change } = useKnown(form, asksAll);
  const suggestion = useSuggestion(check, form);
  const send = useEffectEvent(() => {
    if (!isPressed) return;
    onPressed();
    void form.submit();
  });
  useEffect(() => {
    if (owner !== undefined) send();
  }, [owner]);
  const price = (zip: string, address?: QuotedStreet) =>
    quoting.ask({
      zipCode: zip,
      promoCode: quoting.asked?.promoCode ?? '',
      months: quoting.months,
      address,
    });

  async function priceAt(zip: string) {
    const refused = await price(zip);
    if (refused && refused.length > 0) form.fail(refused);
  }

  const { email } = useSession().userInfo ?? {};
  return (
    <Form form={form}>
      {email && (
        <p className="measure text-ink-soft wrap-anywhere">
          {i18n.t('Your receipt and news of your order go to {email}.', { email })}
        </p>
      )}
      {asks ? (
        <ContactFields
          form={form}
          lines={lines}
          onFocus={keepOpen}
          onZipCode={(zip) => void priceAt(zip)}
        />
      ) : (
        <Known onChange={change} values={form.values} />
      )}
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
}

/** Whether the fields are open. What is known is shown, until somebody changes it or is in them. */
function useKnown(form: FormState<ContactValues>, asksAll: boolean) {
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

function Known({ values, onChange }: { values: ContactValues; onChange: () => void }) {
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
