import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { LineHousehold } from '@portside/contract/household-acts';
import { linePlace } from '@portside/contract/line-rooms';
import type { Line } from '@portside/contract/lines';
import { usePage } from '../api/page.tsx';
import { classes } from '../ui/classes.ts';
import { TextLink } from '../ui/text-link.tsx';

/**
 * P04: who has a line that was given, and that its usage and SIM are theirs, or who is invited to it; to
 * the one it was given to, whose it is.
 */
export function HouseholdNote({ line, className }: { line: Line; className?: string }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { household } = line;
  if (!household || line.status === 'ended') return null;
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const words =
    household.as === 'holder' ? holderWords(i18n, household, day) : memberWords(i18n, household);
  if (words === undefined) return null;
  return (
    <p className={classes('flex flex-wrap items-center gap-x-4', className)}>
      <span className="measure wrap-anywhere">{words}</span>
      {household.as === 'holder' && (
        <TextLink
          className="inline-flex min-h-11 items-center"
          to={linePlace(line.id, 'household')}
        >
          {household.member ? i18n.t('See who has it') : i18n.t('See the invitation')}
        </TextLink>
      )}
    </p>
  );
}

function holderWords(
  i18n: I18n,
  { member, invited }: LineHousehold,
  day: (moment: string) => string,
): string | undefined {
  if (member) {
    const name = member.name || member.email;
    return member.role === 'user'
      ? i18n.t('You gave this line to {name}, who uses it. Its usage and SIM are theirs to see.', {
          name,
        })
      : i18n.t(
          'You gave this line to {name}, who uses and manages it. Its usage and SIM are theirs to see.',
          { name },
        );
  }
  if (!invited) return undefined;
  const values = { email: invited.email, date: day(invited.until) };
  return invited.role === 'user'
    ? i18n.t('You invited {email} to use this line. It can be accepted until {date}.', values)
    : i18n.t('You invited {email} to manage this line. It can be accepted until {date}.', values);
}

function memberWords(i18n: I18n, { as: role, holder: name }: LineHousehold): string {
  if (!name) {
    return role === 'user'
      ? i18n.t('This line is in another account. You use it.')
      : i18n.t('This line is in another account. You use and manage it.');
  }
  return role === 'user'
    ? i18n.t('You have this line from {name}. You use it.', { name })
    : i18n.t('You have this line from {name}. You use and manage it.', { name });
}
