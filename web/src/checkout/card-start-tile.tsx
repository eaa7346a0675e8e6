import { useLingui } from '@lingui/react';
import { usePage } from '../api/page.tsx';

/** Said before paying: a line that is bought with a SIM card begins with it. */
export function CardStartNote({ brings }: { brings: boolean }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  return (
    <p className="mt-2 measure text-fine text-ink-soft">
      {i18n.t(
        'Your paid days begin when you activate the card, and {days} days after the mailing at the latest.',
        { days: String(brand.cardStartDays) },
      )}{' '}
      {brings && i18n.t('Your number moves when you activate the card.')}
    </p>
  );
}
