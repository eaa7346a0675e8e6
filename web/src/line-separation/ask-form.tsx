import { useLingui } from '@lingui/react';
import type { Separation } from '@portside/contract/line-separation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { notify } from '../api/notifications.ts';
import { useLateSend } from '../api/use-late-send.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Form, type FormState, useForm } from '../ui/form.tsx';
import { ResendButton } from '../ui/resend-button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { AddressFields } from './address-fields-panel.tsx';
import { askInput, type AskValues, emptyAsk } from './ask-input.ts';
import { LineFields } from './line-fields-panel.tsx';
import { loadCalls } from './load-calls.ts';

interface AskFormProps {
  /** The secret opens it. */
  onSent: (separation: Separation, secret: string) => void;
}

const sentTo = (to: string) => ({ to, at: Date.now() });

/** The code is asked for last: it would be too old after a long form. */
export function AskForm({ onSent }: AskFormProps) {
  const { i18n } = useLingui();
  /** Where the last code went, and when. */
  const [code, setCode] = useState<{ to: string; at: number }>();
  const [isUnknown, setUnknown] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const sendCode = useLateSend(async () => (await loadCalls()).askSeparationCode, {
    silent: true,
    onAnswer: (_, { email }) => {
      form.set('otp', '');
      setCode(sentTo(email));
    },
  });
  const ask = useLateSend(async () => (await loadCalls()).askSeparation, {
    silent: true,
    refusalAt: 'otp',
    onDone: ({ secret, separation }) => onSent(separation, secret),
    onFailed: ({ transport }) => {
      if (transport !== undefined) setUnknown(true);
    },
  });
  const form = useForm<AskValues>({
    initial: emptyAsk,
    async onSubmit(values, signal) {
      setUnknown(false);
      const [{ askSeparation }, { askFaults }] = await Promise.all([
        loadCalls(),
        import('./ask-faults.ts'),
      ]);
      const hasCode = code?.to === values.email;
      const faults = askFaults(askSeparation, values, hasCode ? [] : ['otp']);
      if (faults.length > 0) return faults;
      return hasCode ? ask(askInput(values), signal) : sendCode({ email: values.email }, signal);
    },
  });
  const hasCode = code?.to === form.values.email;
  useEffect(() => {
    if (code) codeField.current?.focus();
  }, [code]);

  async function resend(email: string) {
    const faults = await sendCode({ email });
    if (faults) return form.fail(faults);
    notify({ error: false, message: i18n.t('Code Re-sent! Please enter the new code') });
  }

  return (
    <section aria-labelledby="ask" className="mt-16 border-t pt-10">
      <h2 className="text-heading" id="ask">
        {i18n.t('Ask for it')}
      </h2>
      <p className="measure mt-3 text-ink-soft">
        {i18n.t('Nothing is sent before the last button. You can add the documents afterwards.')}
      </p>
      <div onFocus={() => void loadCalls().catch(() => undefined)}>
        <Form className="mt-8 max-w-xl gap-12!" form={form} label={i18n.t('Ask for it')}>
          <Group title={i18n.t('1. Where we write to you')}>
            <Field
              {...form.text('email')}
              autoCapitalize="none"
              autoComplete="off"
              hint={i18n.t(
                'An address that the person who harmed you can’t open. It becomes the login of your own account.',
              )}
              inputMode="email"
              label={i18n.t('Safe email address')}
              spellCheck={false}
              type="email"
            />
          </Group>
          <Group title={i18n.t('2. You and the lines')}>
            <Field {...form.text('name')} autoComplete="off" label={i18n.t('Your name')} />
            <LineFields form={form} />
          </Group>
          <Group title={i18n.t('3. Who harmed you')}>
            <Field
              {...form.text('otherName')}
              autoComplete="off"
              hint={i18n.t('As it stands in the document that you will send.')}
              label={i18n.t('Name of the person who harmed you')}
              maxLength={120}
            />
            <NumberField
              form={form}
              hint={i18n.t('If you know it. We don’t call it.')}
              label={i18n.t('Their number')}
              name="otherNumber"
            />
          </Group>
          <Group title={i18n.t('4. How to reach you')}>
            <p className="-mt-2 text-ink-soft">
              {i18n.t('We always write to your safe address. All of this may stay empty.')}
            </p>
            <NumberField form={form} label={i18n.t('A number that is safe')} name="contactNumber" />
            <TextArea
              {...form.text('contactNote')}
              hint={i18n.t('For example: mornings only, and say that you are from the library.')}
              label={i18n.t('When, and what to say')}
              maxLength={500}
              optional
              rows={3}
            />
            <Field
              {...form.text('representative')}
              autoComplete="off"
              hint={i18n.t('Their name and how we reach them, if somebody speaks for you.')}
              label={i18n.t('Who asks in your place')}
              maxLength={200}
              optional
            />
            <AddressFields form={form} />
          </Group>
          <Group title={i18n.t('5. Confirm and send')}>
            <Checkbox
              checked={form.values.affirmed}
              error={form.errors.affirmed}
              label={i18n.t(
                'I use the lines that I named as mine, and I care for whoever uses the others.',
              )}
              name="affirmed"
              onChange={(checked) => form.set('affirmed', checked)}
            />
            {hasCode && code && (
              <div>
                <p className="mb-4" role="status">
                  {i18n.t(
                    'We sent a code to {email}. It’s good for 10 minutes. If it isn’t there in a minute, look into the spam folder.',
                    { email: code.to },
                  )}
                </p>
                <Field
                  {...form.text('otp')}
                  autoComplete="one-time-code"
                  className="max-w-[14rem]"
                  inputMode="numeric"
                  label={i18n.t('Code from our email')}
                  maxLength={7}
                  ref={codeField}
                />
                <ResendButton
                  className="-ms-3 mt-2"
                  loading={form.loading}
                  onResend={() => void resend(code.to)}
                  sentAt={code.at}
                />
              </div>
            )}
            {isUnknown && (
              <p className="remark-shape border-mark bg-mark-soft px-4 py-3" role="alert">
                {i18n.t(
                  'We can’t tell whether that arrived. Look into your email: if a link from us is there, your request is with us. If not, send it again.',
                )}
              </p>
            )}
            <Button className="self-start" loading={form.loading} type="submit">
              {hasCode ? i18n.t('Send the request') : i18n.t('Email me a code')}
            </Button>
            <p className="-mt-2 text-fine text-ink-soft">
              {hasCode
                ? i18n.t('The request is sent now, to staff who are trained for it.')
                : i18n.t('The code shows that the address is yours. Your request is not sent yet.')}
            </p>
          </Group>
        </Form>
      </div>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="mb-5 text-title font-head">{title}</legend>
      {children}
    </fieldset>
  );
}

interface NumberFieldProps {
  form: FormState<AskValues>;
  name: 'otherNumber' | 'contactNumber';
  label: string;
  hint?: string;
}

function NumberField({ form, name, ...words }: NumberFieldProps) {
  return (
    <Field
      {...form.text(name)}
      {...words}
      autoComplete="off"
      className="max-w-80"
      inputMode="tel"
      maxLength={30}
      optional
      type="tel"
    />
  );
}
