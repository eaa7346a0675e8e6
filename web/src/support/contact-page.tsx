import { phoneUrl } from '@portside/contract/phone-url';
import { useLingui } from '@lingui/react';
import { usePage } from '../api/page.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ContactForm } from './contact-form.tsx';

/** A05. */
export function Component() {
  const { i18n } = useLingui();
  const { support } = usePage().brand;
  return (
    <div className="page grid gap-x-16 gap-y-14 py-12 md:grid-cols-[3fr_2fr] md:py-20">
      <div>
        <h1 className="text-display">{i18n.t('Contact Us')}</h1>
        <p className="measure mt-5 mb-10 text-lead text-ink-soft">
          {i18n.t(
            'Tell us your number or your order, and what you need. Never your password or a transfer PIN.',
          )}
        </p>
        <ContactForm />
      </div>
      <section aria-labelledby="reach" className="md:border-s md:ps-10">
        <h2 className="text-title" id="reach">
          {i18n.t('Talk to a person')}
        </h2>
        <dl className="mt-2">
          <Way icon="call" name={i18n.t('Phone')} note={support.hours}>
            <TextLink
              className="inline-flex min-h-11 items-center text-lead tabular-nums"
              to={phoneUrl(support.phone)}
            >
              {support.phone}
            </TextLink>
          </Way>
          <Way
            icon="chat"
            name={i18n.t('Chat')}
            note={i18n.t('Outside these hours, leave a message.')}
          >
            <TextLink className="inline-flex min-h-11 items-center text-lead" to="#chat">
              {i18n.t('Chat with us')}
            </TextLink>
          </Way>
          <Way
            icon="users"
            name={i18n.t('Relay')}
            note={i18n.t(
              'If you are deaf, hard of hearing or have a speech disability, dial 711 and give the operator our number. It’s free.',
            )}
          >
            <TextLink className="inline-flex min-h-11 items-center text-lead" to="tel:711">
              711
            </TextLink>
          </Way>
          <Way
            icon="mail"
            name={i18n.t('Email')}
            note={i18n.t('We reply within one business day.')}
          >
            <TextLink
              className="inline-flex min-h-11 items-center text-lead break-all"
              to={`mailto:${support.email}`}
            >
              {support.email}
            </TextLink>
          </Way>
        </dl>
        <p className="mt-8 text-ink-soft">
          {i18n.t('Most answers are here:')} <TextLink to="/faq">{i18n.t('FAQs')}</TextLink>
        </p>
        <p className="mt-4 text-ink-soft">
          {i18n.t('Has somebody on your account harmed you?')}{' '}
          <TextLink to="/own-account">{i18n.t('Leave a shared account safely')}</TextLink>
        </p>
      </section>
    </div>
  );
}

interface WayProps {
  icon: IconName;
  name: string;
  note: string;
  children: React.ReactNode;
}

function Way({ icon, name, note, children }: WayProps) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4 border-b py-5 last:border-0">
      <Icon className="row-span-3 mt-1 text-action" name={icon} size={28} />
      <dt className="text-fine text-ink-soft">{name}</dt>
      <dd>{children}</dd>
      <dd className="measure text-fine text-ink-soft">{note}</dd>
    </div>
  );
}
