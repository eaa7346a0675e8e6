import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { linePlace } from '@portside/contract/line-rooms';
import type { Line } from '@portside/contract/lines';
import { usePage } from '../api/page.tsx';
import { classes } from '../ui/classes.ts';
import { TextLink } from '../ui/text-link.tsx';
import { mayWith } from './line-acts.ts';

/** P06: a line that is offered to another account, with the way to the offer. */
export function OfferNote({ line, className }: { line: Line; className?: string }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { handover } = line;
  if (!handover || handover.acceptedAt || !mayWith(line, 'own')) return null;
  return (
    <p className={classes('flex flex-wrap items-center gap-x-4', className)}>
      <span className="measure wrap-anywhere">
        {i18n.t('You offered this line to {email}. It can be accepted until {date}.', {
          email: handover.to,
          date: dateAlone(handover.until, brand.timeZone, language),
        })}
      </span>
      <TextLink className="inline-flex min-h-11 items-center" to={linePlace(line.id, 'hand-over')}>
        {i18n.t('See the offer')}
      </TextLink>
    </p>
  );
}
