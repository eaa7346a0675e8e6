import { usePage } from '../api/page.tsx';
import { OutsideLink } from '../ui/text-link.tsx';

/** Only while email is simulated. */
export function MailboxTile({ email, className }: { email: string; className?: string }) {
  const { mailbox } = usePage().brand.trial ?? {};
  if (!mailbox) return null;
  return (
    <p className={className}>
      {mailbox.lead}{' '}
      <OutsideLink href={`${mailbox.url}?to=${encodeURIComponent(email)}`}>
        {mailbox.link}
      </OutsideLink>
    </p>
  );
}
