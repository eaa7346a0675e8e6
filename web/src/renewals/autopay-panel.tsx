import { useLingui } from '@lingui/react';
import { setAutopay } from '@portside/contract/autopay';
import { dateAlone, maskedCard, money } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { lazy, type ReactNode } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { isLeaving } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CardNetwork, cardNetworkLabel } from '../ui/card-network.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';

const AutopayDialog = lazy(async () => ({
  default: (await import('./autopay-dialog.tsx')).AutopayDialog,
}));

/** K03: off by default, on with a consent, off in one press. */
export function AutopayPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  // A new key is a new question; the old one stays while it closes.
  const dialog = useFreshDialog();
  const work = useWork();
  const send = useSend(setAutopay, { refresh: [viewLine] });
  const { on } = line.autopay;
  const turnOff = () =>
    void work.run(async (signal) => void (await send({ id: line.id, on: false }, signal)));
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
        // One button, so that the focus comes back.
        <Button
          className="mt-5"
          loading={work.loading}
          onClick={on ? turnOff : dialog.ask}
          variant="secondary"
        >
          {on ? i18n.t('Turn off autopay') : i18n.t('Turn on autopay')}
        </Button>
      )}
      {dialog.show((shown) => (
        <AutopayDialog line={line} {...shown} />
      ))}
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
