import { useLingui } from '@lingui/react';
import { linePlace } from '@portside/contract/line-rooms';
import type { Line } from '@portside/contract/lines';
import { useIsAgent } from '../api/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { mayWith, nextOf } from './line-acts.ts';
import { TakeOffHold } from './take-off-hold-tile.tsx';
import { UnblockLine } from './unblock-line-tile.tsx';

interface NextStepProps {
  line: Line;
  /** Of several lines, the one to do first. */
  isNext?: boolean;
  /** Where the focus goes when the button is gone. */
  afterwards?: (() => HTMLElement | null) | undefined;
}

/** The one next action of a line, for its page and its tile. */
export function NextStep({ line, isNext = true, afterwards }: NextStepProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const next = nextOf(line);
  // The other one's to do: the words say whose.
  if (line.nextAction && !next) return null;
  if (next === 'renew') {
    return isAgent ? (
      <p className="text-ink-soft">{i18n.t('Only the customer can pay for this line.')}</p>
    ) : (
      <ButtonLink
        to={`/dashboard/lines/${line.id}/renew`}
        variant={isNext ? 'primary' : 'secondary'}
      >
        {i18n.t('Pay for the next 30 days')}
      </ButtonLink>
    );
  }
  if (next === 'unblock') return <UnblockLine isNext={isNext} line={line} />;
  if (next === 'end_hold') {
    return <TakeOffHold afterwards={afterwards} isNext={isNext} line={line} />;
  }
  if (next === 'finish_port_in') {
    return <ButtonLink to="/dashboard">{i18n.t('See what it needs')}</ButtonLink>;
  }
  if (line.endsOn && line.status === 'active' && !next && mayWith(line, 'own')) {
    return (
      <ButtonLink to={linePlace(line.id, 'end')} variant="secondary">
        {i18n.t('Keep this line')}
      </ButtonLink>
    );
  }
  if (line.status === 'ended') {
    return (
      <ButtonLink to="/shop" variant="secondary">
        {i18n.t('Choose a plan')}
      </ButtonLink>
    );
  }
  // Why, is known: nobody has to be asked.
  if (line.statusReason && line.statusReason !== 'on_hold') {
    return (
      <ButtonLink to="/contact-us" variant="secondary">
        {i18n.t('Contact Us')}
      </ButtonLink>
    );
  }
  return null;
}
