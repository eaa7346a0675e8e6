import { useLingui } from '@lingui/react';
import { dateAlone, maskedCard, money } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import type { ReactNode } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { isLeaving } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { CardNetwork, cardNetworkLabel } from '../ui/card-network.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { AutopaySwitch } from './autopay-switch-tile.tsx';
import { PayReminders } from './pay-reminders-form.tsx';

/** K03: off by default, on with a consent, off in one press. */
export function AutopayPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const { on } = line.autopay;
  return (
    <LineSection
      aside={<Badge tone={on ? 'good' : 'quiet'}>{on ? i18n.t('On') : i18n.t('Off')}</Badge>}
      id="autopay"
      title={i18n.t('Autopay')}
    >
      <div aria-live="polite">
        <AutopayFacts line={line} />
      </div>
      {line.endsOn ? null : isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change autopay.')}</p>
      ) : (
        <div className="mt-5">
          <AutopaySwitch line={line} />
        </div>
      )}
      {!on && !line.endsOn && line.status === 'active' && <PayReminders id={line.id} />}
    </LineSection>
  );
}

function AutopayFacts({ line }: { line: LineDetail }) {
  const { autopay, endsOn } = line;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { on, nextCharge } = autopay;
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
        {i18n.t('Nothing is charged unless you pay. With autopay the line never runs out.')}
      </p>
    );
  }
  if (!nextCharge) {
    return (
      <p className="measure text-ink-soft">
        {i18n.t('No charge is planned right now. Autopay charges your primary card.')}{' '}
        <TextLink to="/dashboard/payment">{i18n.t('See your cards')}</TextLink>
      </p>
    );
  }
  const { card } = nextCharge;
  const network = cardNetworkLabel(card.network ?? '') || i18n.t('Card');
  return (
    <>
      {isLeaving(line) && (
        <p className="mb-4 measure">
          {i18n.t(
            'Your number is moving to another carrier. Autopay goes on until it has moved. What it charges before that stays here: it isn’t refunded when the number leaves.',
          )}
        </p>
      )}
      <dl className="max-w-xl border-y">
        <Row name={i18n.t('Next charge')}>{dateAlone(nextCharge.on, brand.timeZone, language)}</Row>
        <Row name={i18n.t('Amount')}>{money(nextCharge.amount, language)}</Row>
        <Row name={i18n.t('Card')}>
          <span className="inline-flex items-center gap-3">
            <CardNetwork name={card.network ?? ''} quiet />
            {network} {maskedCard(card.last4Digits)}
          </span>
        </Row>
      </dl>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5 not-first:border-t">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-end font-strong tabular-nums">{children}</dd>
    </div>
  );
}
