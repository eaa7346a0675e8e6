import type { I18n } from '@lingui/core';
import { dateAlone } from '@portside/contract/formats';
import type { HouseholdInvitation } from '@portside/contract/household';
import { useId } from 'react';
import { usePage } from '../api/page.tsx';
import { Fact } from '../lines/line-fact-tile.tsx';
import { Button } from '../ui/button.tsx';
import { Points } from './point-list.tsx';
import { thingsOfPay, roleName, thingsUnseen, thingsOfUse } from './role-words.ts';
import { useRolePage } from './use-role-page.ts';

export const invitedTo = (i18n: I18n, { lastFour: digits }: HouseholdInvitation): string =>
  digits
    ? i18n.t('Number ending in {digits}', { digits })
    : i18n.t('A line that gets its number soon');

interface InvitationTileProps {
  invitation: HouseholdInvitation;
  isAgent: boolean;
  accepting: boolean;
  /** @param from the button */
  onAccept: (from: HTMLElement) => void;
  onDecline: (from: HTMLElement) => void;
}

/** One line of another customer: what it is, what it means to have it, and the answer. */
export function InvitationTile(props: InvitationTileProps) {
  const { invitation, isAgent, accepting, onAccept, onDecline } = props;
  const page = useRolePage();
  const { i18n, language } = page;
  const { brand } = usePage();
  const id = useId();
  const { from: name, plan, role, until } = invitation;
  const values = { name, date: dateAlone(until, brand.timeZone, language) };
  const isUser = role === 'user';
  return (
    <article aria-labelledby={id} className="tile bg-surface pt-(--tile-edge)">
      <div className="p-5 md:p-8">
        <h2 className="text-heading tabular-nums max-[359px]:text-title" id={id}>
          {invitedTo(i18n, invitation)}
        </h2>
        <p className="mt-1 measure wrap-anywhere">
          {isUser
            ? i18n.t('{name} wants you to use this line. You can accept until {date}.', values)
            : i18n.t('{name} wants you to manage this line. You can accept until {date}.', values)}
        </p>
      </div>
      <div className="border-t px-5 md:px-8">
        <dl className="md:flex">
          <Fact name={i18n.t('Plan')}>{plan}</Fact>
          <Fact name={i18n.t('Your role')}>{roleName(i18n, role)}</Fact>
        </dl>
      </div>
      <div className="grid gap-6 border-t p-5 md:grid-cols-2 md:p-8">
        <Points title={i18n.t('What you get')}>
          <li>{i18n.t('You can use this line: {things}.', { things: thingsOfUse(page) })}</li>
          {!isUser && (
            <li>
              {i18n.t('You can also {things}, with a card of your own.', {
                things: thingsOfPay(page),
              })}
            </li>
          )}
          <li>
            {isUser
              ? i18n.t('It costs you nothing.')
              : i18n.t('It costs you nothing, unless you decide to pay for it.')}
          </li>
          <li>{i18n.t('You can give it back at any time.')}</li>
        </Points>
        <Points title={i18n.t('What stays with {name}', { name })}>
          <li>{i18n.t('The line, its number and its bill. Only {name} can end it.', { name })}</li>
          <li>{i18n.t('{name} doesn’t see {things}.', { name, things: thingsUnseen(page) })}</li>
          <li>
            {i18n.t(
              '{name} sees your first name and email address, the line’s nickname and locks, its plan, its payments and whether it’s active.',
              { name },
            )}
          </li>
          <li>{i18n.t('{name} can take the line back at any time.', { name })}</li>
        </Points>
        {isAgent ? (
          <p className="text-ink-soft md:col-span-2">
            {i18n.t('Only the customer can accept or decline it.')}
          </p>
        ) : (
          <div className="flex flex-wrap gap-3 max-xs:grid md:col-span-2">
            <Button
              aria-describedby={id}
              loading={accepting}
              onClick={(event) => onAccept(event.currentTarget)}
            >
              {i18n.t('Accept this line')}
            </Button>
            <Button
              aria-describedby={id}
              onClick={(event) => onDecline(event.currentTarget)}
              variant="secondary"
            >
              {i18n.t('Decline')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
