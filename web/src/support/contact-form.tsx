import { useLingui } from '@lingui/react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useHalfWritten } from '../api/language-change.ts';
import { useSession } from '../api/session.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';

/** At the first touch of a field. */
const loadContact = () => import('@portside/contract/support').then((one) => one.contactUs);

interface ContactFormProps {
  title?: ReactNode;
  text?: ReactNode;
}

/** E14. */
export function ContactForm({ title, text }: ContactFormProps) {
  const { i18n } = useLingui();
  const [sent, setSent] = useState<string>();
  const form = useForm({
    initial: { name: '', email: '', message: '', website: '' },
    ...useLateSubmit(loadContact, {
      silent: true,
      onDone({ message }) {
        setSent(message);
        form.reset();
      },
    }),
  });
  const { userInfo } = useSession();
  const fill = useEffectEvent(() => {
    if (!userInfo || userInfo.agent) return;
    const { firstName, lastName, email } = userInfo;
    if (!form.values.name) form.set('name', `${firstName} ${lastName}`.trim());
    if (!form.values.email) form.set('email', email);
  });
  // Before what was half written in another language, which counts more.
  useEffect(() => {
    if (sent === undefined) fill();
  }, [userInfo?.id, sent]);
  useHalfWritten('contact', form.values, ['name', 'email', 'message'], form.set);
  if (sent !== undefined) {
    return (
      <div
        className="border-y py-10"
        // The focused button is gone.
        ref={(element) => element?.focus()}
        role="status"
        tabIndex={-1}
      >
        <Flag name="success" size={56} />
        <p className="head mt-4 text-title">{sent}</p>
        <p className="measure mt-2 text-ink-soft">
          {i18n.t('We sent a confirmation to your email address.')}
        </p>
        <Button className="mt-6" onClick={() => setSent(undefined)} variant="secondary">
          {i18n.t('Write another message')}
        </Button>
      </div>
    );
  }
  return (
    <div onFocus={() => void loadContact().catch(() => undefined)}>
      {title != null && <h2 className="text-heading">{title}</h2>}
      {text != null && <p className="measure mt-2 text-ink-soft">{text}</p>}
      <Form className={title != null ? 'mt-8' : undefined} form={form} label={i18n.t('Contact')}>
        <Field {...form.text('name')} autoComplete="name" label={i18n.t('Name')} />
        <Field
          {...form.text('email')}
          autoCapitalize="none"
          autoComplete="email"
          inputMode="email"
          label={i18n.t('Email')}
          spellCheck={false}
          type="email"
        />
        <TextArea {...form.text('message')} label={i18n.t('Message')} maxLength={5000} rows={7} />
        {/* A trap for programs, which fill in every field. */}
        <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
          <label htmlFor="contact-website">Website</label>
          <input
            autoComplete="off"
            id="contact-website"
            name="website"
            onChange={(event) => form.set('website', event.target.value)}
            tabIndex={-1}
            value={form.values.website}
          />
        </div>
        <Button className="self-start" icon="send" loading={form.loading} type="submit">
          {i18n.t('Send Message')}
        </Button>
      </Form>
    </div>
  );
}
