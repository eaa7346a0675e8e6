import { useLingui } from '@lingui/react';
import type { LineDetail } from '@portside/contract/line-detail';
import { linePage, linePlace } from '@portside/contract/line-rooms';
import { useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { mayWith, memberOf, nextOf } from './line-acts.ts';
import { suspendedWords } from './line-suspended.ts';
import { LineSection } from './line-section-panel.tsx';
import { LostPhoneDialog } from './lost-phone-dialog.tsx';
import { UnblockLine } from './unblock-line-tile.tsx';

/** K13: for somebody in a hurry, so it is not in a menu. */
export function LostPhonePanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const heading = useRef<HTMLHeadingElement>(null);
  // A new key is a new question; the old one stays while it closes.
  const dialog = useFreshDialog();
  if (line.status !== 'active' && line.status !== 'suspended') return null;
  const isBlocked = line.statusReason === 'blocked';
  return (
    <LineSection
      heading={heading}
      id="lost-phone"
      title={isBlocked ? i18n.t('What to do now') : i18n.t('Lost or stolen phone')}
    >
      {isBlocked ? (
        <BlockedAdvice line={line} />
      ) : (
        <p className="measure text-ink-soft">
          {mayWith(line, 'own')
            ? i18n.t(
                'Block this line, and nobody can call, text or use data with it. Your number stays yours.',
              )
            : i18n.t(
                'Block this line, and nobody can call, text or use data with it. It keeps its number.',
              )}
        </p>
      )}
      {!isBlocked &&
        (isAgent ? (
          <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can block this line.')}</p>
        ) : (
          <Button className="mt-5" onClick={dialog.ask} variant="secondary">
            {i18n.t('Block this line')}
          </Button>
        ))}
      {dialog.show((shown) => (
        <LostPhoneDialog finalFocus={() => heading.current} line={line} {...shown} />
      ))}
    </LineSection>
  );
}

function BlockedAdvice({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const page = usePage();
  const isAgent = useIsAgent();
  return (
    <>
      <p aria-live="polite" className="mb-4 measure">
        {suspendedWords(i18n, line, page)}
      </p>
      <ul className="measure list-disc space-y-2 ps-5">
        <li>{i18n.t('Found it? Unblock this line. We’ll ask you to confirm it’s you.')}</li>
        {mayWith(line, 'use') ? (
          <li>
            {mayWith(line, 'own')
              ? i18n.t(
                  'Still gone? Replace the SIM. Your number and the days you’ve paid for move to the new one.',
                )
              : i18n.t(
                  'Still gone? Replace the SIM. The number and the paid days move to the new one.',
                )}{' '}
            <TextLink to={linePlace(line.id, 'sim')}>{i18n.t('See the SIM')}</TextLink>
          </li>
        ) : (
          <li>
            {i18n.t('Still gone? {name} can replace the SIM, which is theirs.', {
              name: memberOf(line),
            })}
          </li>
        )}
        <li>{i18n.t('Stolen? Tell the police, and erase the phone remotely if you can.')}</li>
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
        {nextOf(line) === 'unblock' && <UnblockLine isNext line={line} />}
        {line.numberKeptUntil && !isAgent && mayWith(line, 'pay') && (
          <ButtonLink to={`${linePage(line.id)}/renew`} variant="secondary">
            {i18n.t('Pay for the next 30 days')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
