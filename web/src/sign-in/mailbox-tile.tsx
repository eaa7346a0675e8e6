import { useLingui } from '@lingui/react';
import { usePage } from '../api/page.tsx';
import { OutsideLink } from '../ui/text-link.tsx';

/** Only while email is simulated. */
export function MailboxTile({ email, className }: { email: string; className?: string }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  if (!brand.sandbox) return null;
  return (
    <p className={className}>
      {i18n.t('Sandbox: the email is in the')}{' '}
      <OutsideLink href={`/sandbox/mail?to=${encodeURIComponent(email)}`}>
        {i18n.t('mailbox')}
      </OutsideLink>
    </p>
  );
}
