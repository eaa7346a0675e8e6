import { useLingui } from '@lingui/react';
import type { AddOn, LineAddOn } from '@portside/contract/add-on';
import { keepAddOn, stopAddOn } from '@portside/contract/add-ons';
import { dataAmount, dateAlone, money } from '@portside/contract/formats';
import { roleOn } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listPlans } from '@portside/contract/plans';
import { useEffect, useRef } from 'react';
import { useArrival } from '../api/arrival.ts';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { isHeld, whyKeptBack } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { isPast } from '../ui/is-past.ts';
import { useWork } from '../ui/use-work.ts';

/** K10: what the line has besides its plan, and what it could have. */
export function AddOnsPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const { data } = useAnswer(listPlans, {});
  const onSale = data?.addOns ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  if (line.addOns.length === 0 && onSale.length === 0) return null;
  const why = whyKeptBack(i18n, 'add_on', line);
  const saysWhy = line.status === 'active' || (isHeld(line) && why !== undefined);
  const canBuy = line.status === 'active' && !isAgent && !why;
  return (
    <LineSection heading={heading} id="add-ons" title={i18n.t('Add-ons')}>
      <AddedNote />
      <div aria-live="polite">
        {line.addOns.length === 0 ? (
          <p className="measure text-ink-soft">{i18n.t('No add-ons yet.')}</p>
        ) : (
          <ul className="border-y">
            {line.addOns.map((one) => (
              <Had addOn={one} key={one.id} line={line} onDone={() => heading.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
      {!isAgent && !saysWhy && line.status !== 'active' && (
        <p className="mt-4 text-ink-soft">
          {i18n.t('You can add something while this line is active.')}
        </p>
      )}
      {!isAgent && saysWhy && why && <p className="mt-4 measure text-ink-soft">{why}</p>}
      {isAgent && (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change add-ons.')}</p>
      )}
      {canBuy && onSale.length > 0 && (
        <>
          <h3 className="mt-8 mb-2 text-lead">{i18n.t('Add to this line')}</h3>
          <ul className="border-y">
            {onSale.map((one) => (
              <Offer
                addOn={line.endsOn ? { ...one, recurring: false } : one}
                key={one.id}
                lineId={line.id}
                until={activeUntil(one, line.addOns)}
              />
            ))}
          </ul>
        </>
      )}
    </LineSection>
  );
}

/** Right after the purchase, also from the bank's page. */
function AddedNote() {
  const { i18n } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const added = useArrival('added') === true;
  const notAdded = useArrival('notAdded');
  const refused = typeof notAdded === 'string' ? notAdded : undefined;
  useEffect(() => {
    if (added || refused) place.current?.focus();
  }, [added, refused]);
  if (!added && !refused) return null;
  return (
    <div className="mb-6 scroll-mt-24" ref={place} role="status" tabIndex={-1}>
      {refused ? (
        <FaultLine>{refused}</FaultLine>
      ) : (
        <p className="flex gap-3 remark-shape border-good bg-good-soft px-4 py-3">
          <Icon className="mt-0.5 text-good" name="check" size={20} />
          {i18n.t('Thank you! Your line has what you added. We’ll email your receipt.')}
        </p>
      )}
    </div>
  );
}

const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 py-3 not-first:border-t';

interface HadProps {
  addOn: LineAddOn;
  line: LineDetail;
  onDone: () => void;
}

function Had({ addOn, line, onDone }: HadProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const isAgent = useIsAgent();
  const work = useWork();
  const stop = useSend(stopAddOn, { refresh: [viewLine] });
  const keep = useSend(keepAddOn, { refresh: [viewLine] });
  const { id, name, megabytesLeft, recurring, stopped } = addOn;
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const date = day(addOn.until);
  const isUnpaid = line.statusReason === 'unpaid';
  // A plan that was changed at once has days of its own.
  const again = line.paidUntil && addOn.until < line.paidUntil ? line.paidUntil : undefined;
  // Two may have bought or stopped it, and either may pay next.
  const isShared = roleOn(line) !== undefined;
  const press = (send: typeof stop) =>
    void work.run(async (signal) => {
      if (!(await send({ id: line.id, addOnId: id }, signal))) onDone();
    });
  return (
    <li className={row}>
      <div className="min-w-0">
        <p className="font-strong">{name}</p>
        <p className="text-ink-soft tabular-nums">
          {isUnpaid
            ? i18n.t('Starts over when you pay for the next 30 days.')
            : isPast(addOn.until)
              ? i18n.t('Ended on {date}', { date })
              : megabytesLeft === undefined
                ? i18n.t('Until {date}', { date })
                : i18n.t('{amount} left until {date}', {
                    amount: dataAmount(megabytesLeft, language),
                    date,
                  })}
        </p>
        {recurring && !isUnpaid && (
          <p className="text-fine text-ink-soft">
            {isShared
              ? i18n.t('It’s bought again with the next 30 days.')
              : again
                ? i18n.t('You buy it again with the next 30 days, on {date}.', { date: day(again) })
                : i18n.t('You buy it again with the next 30 days.')}
          </p>
        )}
        {stopped && (
          <p className="text-fine text-ink-soft">
            {isShared
              ? i18n.t('It was stopped. You can keep it until then.')
              : i18n.t('You stopped it. You can keep it until then.')}
          </p>
        )}
      </div>
      {recurring && !isAgent && (
        <Button
          aria-label={i18n.t('Stop {name}', { name })}
          loading={work.loading}
          onClick={() => press(stop)}
          variant="secondary"
        >
          {i18n.t('Stop')}
        </Button>
      )}
      {stopped && !isAgent && (
        <Button
          aria-label={i18n.t('Keep {name}', { name })}
          loading={work.loading}
          onClick={() => press(keep)}
          variant="secondary"
        >
          {i18n.t('Keep')}
        </Button>
      )}
    </li>
  );
}

/** Of what gives no data: the same days are bought once. */
function activeUntil(offer: AddOn, had: readonly LineAddOn[]): string | undefined {
  if (offer.megabytes !== undefined) return undefined;
  const same = had.find(({ id, megabytesLeft }) => id === offer.id && megabytesLeft === undefined);
  return same && !isPast(same.until) ? same.until : undefined;
}

interface OfferProps {
  addOn: AddOn;
  lineId: string;
  /** The line has it, and it cannot be bought before then. */
  until: string | undefined;
}

function Offer({ addOn, lineId, until }: OfferProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { id, name, description, recurring } = addOn;
  const price = money(addOn.price, language);
  return (
    <li className={row}>
      <div className="min-w-0">
        <p>
          <span className="font-strong">{name}</span>{' '}
          <span className="tabular-nums">
            {recurring ? i18n.t('{price} each 30 days', { price }) : price}
          </span>
        </p>
        {description && <p className="measure text-fine text-ink-soft">{description}</p>}
      </div>
      {until === undefined ? (
        <ButtonLink
          aria-label={i18n.t('Add {name}', { name })}
          to={`/dashboard/lines/${lineId}/add-on?id=${encodeURIComponent(id)}`}
          variant="secondary"
        >
          {i18n.t('Add')}
        </ButtonLink>
      ) : (
        <p className="text-right text-ink-soft tabular-nums">
          {i18n.t('Active until {date}', { date: dateAlone(until, brand.timeZone, language) })}
        </p>
      )}
    </li>
  );
}
