import { useLingui } from '@lingui/react';
import { roleOn } from '@portside/contract/household-acts';
import { linePage } from '@portside/contract/line-rooms';
import type { Line } from '@portside/contract/lines';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Flag } from '../ui/flag.tsx';
import { holderOf, memberOf } from './line-acts.ts';

/** P04: in place of what belongs to the other one of a line that somebody was given. */
export function NotYoursTile({ line }: { line: Line }) {
  const { i18n } = useLingui();
  const isHolder = roleOn(line) === 'holder';
  const name = isHolder ? memberOf(line) : holderOf(i18n, line);
  return (
    <EmptyState
      action={<ButtonLink to={linePage(line.id)}>{i18n.t('Back to the line')}</ButtonLink>}
      level={2}
      picture={<Flag name="adrift" size={56} />}
      title={i18n.t('Only {name} can do this', { name })}
    >
      {isHolder
        ? i18n.t(
            'You gave this line to {name}, so its usage and SIM are theirs. To have them yourself, take the line back first.',
            { name },
          )
        : i18n.t('The line is in {name}’s account. Please ask them.', { name })}
    </EmptyState>
  );
}
