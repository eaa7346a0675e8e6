import { useLingui } from '@lingui/react';
import { money } from '@portside/contract/formats';
import type { Ref } from 'react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';

interface ReferTileProps {
  onOpen: () => void;
  opener: Ref<HTMLButtonElement>;
}

/** P07: the way to the code. Not there where the brand has none. */
export function ReferTile({ onOpen, opener }: ReferTileProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  if (!brand.referrals) return null;
  const { referrerCents, friendCents } = brand.referrals;
  return (
    <section aria-labelledby="refer" className="mb-14">
      <div className="flex items-baseline justify-between gap-6">
        <h2 className="text-title" id="refer">
          {i18n.t('Refer a friend')}
        </h2>
        <Button
          className="-me-[12px]"
          iconAfter="arrow-right"
          onClick={onOpen}
          ref={opener}
          variant="quiet"
        >
          {i18n.t('See your code')}
        </Button>
      </div>
      <p className="measure text-ink-soft">
        {i18n.t(
          '{yours} of credit for you and {theirs} for a friend, once your friend’s second month is paid.',
          {
            yours: money(referrerCents / 100, language),
            theirs: money(friendCents / 100, language),
          },
        )}
      </p>
    </section>
  );
}
