import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { lazy, useRef } from 'react';
import { roleOn } from '@portside/contract/household-acts';
import type { LineDetail } from '@portside/contract/line-detail';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { isLeaving } from '../lines/kept-back.ts';
import { holderOf, mayWith } from '../lines/line-acts.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { AutopaySwitch } from './autopay-switch-tile.tsx';
import { cardLabel } from './card-label.ts';
import { ChargeFacts } from './charge-facts-tile.tsx';
import { PayReminders } from './pay-reminders-form.tsx';

const AutopayCardsDialog = lazy(async () => ({
  default: (await import('./autopay-cards-dialog.tsx')).AutopayCardsDialog,
}));

/** K03: off by default, on with a consent, off in one press. */
export function AutopayPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const { autopay } = line;
  const { on } = autopay;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <LineSection
      aside={<Badge tone={on ? 'good' : 'quiet'}>{on ? i18n.t('On') : i18n.t('Off')}</Badge>}
      heading={heading}
      id="autopay"
      title={i18n.t('Autopay')}
    >
      <div aria-live="polite">
        <AutopayFacts line={line} />
      </div>
      {line.endsOn ? null : !mayWith(line, 'own') ? (
        <p className="mt-4 measure text-ink-soft">
          {i18n.t('Only {holder} can change autopay: it charges their card.', {
            holder: holderOf(i18n, line),
          })}
        </p>
      ) : isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change autopay.')}</p>
      ) : (
        <div className="mt-5 flex flex-wrap gap-3">
          <AutopaySwitch afterwards={() => heading.current} line={line} />
          {autopay.card && <ChangeCards line={line} />}
        </div>
      )}
      {/* Beside the emails about usage, which are not the holder’s once somebody has the line. */}
      {!on && !line.endsOn && line.status === 'active' && !roleOn(line) && (
        <PayReminders id={line.id} />
      )}
    </LineSection>
  );
}

function ChangeCards({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const dialog = useFreshDialog();
  return (
    <>
      <Button onClick={dialog.ask} variant="quiet">
        {i18n.t('Change cards')}
      </Button>
      {dialog.show((shown) => (
        <AutopayCardsDialog line={line} {...shown} />
      ))}
    </>
  );
}

function AutopayFacts({ line }: { line: LineDetail }) {
  const { autopay, endsOn } = line;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { on, nextCharge, chargesOn } = autopay;
  if (endsOn) {
    return (
      <p className="measure text-ink-soft">
        {i18n.t('This line is about to end, so nothing more is charged.')}
      </p>
    );
  }
  if (!on) {
    return (
      <p className="measure text-ink-soft">
        {mayWith(line, 'own')
          ? i18n.t('We charge you automatically only if autopay is on.')
          : i18n.t('Nothing is charged automatically.')}
      </p>
    );
  }
  if (!nextCharge && !mayWith(line, 'own')) {
    return (
      <p className="measure text-ink-soft">
        {chargesOn
          ? i18n.t('Next charge: {date}.', {
              date: dateAlone(chargesOn, brand.timeZone, language),
            })
          : i18n.t('No charge is coming up.')}
      </p>
    );
  }
  if (!nextCharge) {
    return (
      <p className="measure text-ink-soft">
        {autopay.card
          ? i18n.t('You have no charges coming up. Autopay charges {card}.', {
              card: cardLabel(i18n, autopay.card),
            })
          : i18n.t('You have no charges coming up and no saved card.')}{' '}
        <TextLink to="/dashboard/payment">{i18n.t('See your cards')}</TextLink>
      </p>
    );
  }
  return (
    <>
      {isLeaving(line) && (
        <p className="mb-4 measure">
          {i18n.t(
            'Your number is moving to another carrier. Autopay stays on until it has moved. What it charges before then isn’t refunded when the number leaves.',
          )}
        </p>
      )}
      <ChargeFacts charge={nextCharge} />
    </>
  );
}
