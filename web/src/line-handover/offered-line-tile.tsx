import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import type { OfferedLine } from '@portside/contract/line-handover';
import { type ReactNode, useId } from 'react';
import { useCan, usePage } from '../api/page.tsx';
import { Fact } from '../lines/line-fact-tile.tsx';
import { Button } from '../ui/button.tsx';

interface OfferedLineTileProps {
  offer: OfferedLine;
  isAgent: boolean;
  /** @param from the button */
  onAccept: (from: HTMLElement) => void;
  onDecline: (from: HTMLElement) => void;
}

/** One line that another customer offers: what it is, how its number works, and the answer. */
export function OfferedLineTile({ offer, isAgent, onAccept, onDecline }: OfferedLineTileProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const id = useId();
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const { from, lastFour: digits, plan, addOns, simType } = offer;
  const paidUntil = day(offer.paidUntil);
  return (
    <article aria-labelledby={id} className="tile bg-surface pt-(--tile-edge)">
      <div className="p-5 md:p-8">
        <h2 className="text-heading tabular-nums max-[359px]:text-title" id={id}>
          {i18n.t('Number ending in {digits}', { digits })}
        </h2>
        <p className="mt-1 measure wrap-anywhere">
          {i18n.t('{name} wants to hand you this line. You can accept it until {date}.', {
            name: from,
            date: day(offer.until),
          })}
        </p>
      </div>
      <div className="border-t px-5 md:px-8">
        <dl className="md:flex">
          <Fact name={i18n.t('Plan')}>{plan.retailName}</Fact>
          <Fact name={i18n.t('Price')}>
            {i18n.t('{price} each 30 days', { price: money(plan.retailPrice, language) })}
            <span className="block font-normal">{i18n.t('before taxes and fees')}</span>
          </Fact>
          {addOns.length > 0 && <Fact name={i18n.t('Add-ons')}>{addOns.join(', ')}</Fact>}
          <Fact name={i18n.t('Paid until')}>{paidUntil}</Fact>
          <Fact name={i18n.t('SIM')}>
            {simType === 'esim' ? i18n.t('eSIM') : i18n.t('SIM card')}
          </Fact>
        </dl>
      </div>
      <div className="grid gap-6 border-t p-5 md:grid-cols-2 md:p-8">
        <Part title={i18n.t('How the number works for you')}>
          <SimWords from={from} simType={simType} />
        </Part>
        <Part title={i18n.t('What it costs you')}>
          <p>
            {i18n.t(
              'Nothing now. The line is paid until {date}, and autopay is off. Before then, pay for the next 30 days or turn autopay on, or the line pauses.',
              { date: paidUntil },
            )}
          </p>
        </Part>
        {isAgent ? (
          <p className="text-ink-soft md:col-span-2">
            {i18n.t('Only the customer can accept or decline it.')}
          </p>
        ) : (
          <div className="flex flex-wrap gap-3 max-xs:grid md:col-span-2">
            <Button aria-describedby={id} onClick={(event) => onAccept(event.currentTarget)}>
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 font-strong">{title}</h3>
      <div className="grid measure gap-2">{children}</div>
    </div>
  );
}

function SimWords({ from, simType }: Pick<OfferedLine, 'from' | 'simType'>) {
  const { i18n } = useLingui();
  const can = useCan();
  const isEsim = simType === 'esim';
  return (
    <>
      <p>
        {isEsim
          ? i18n.t(
              'It keeps working in the phone that has its eSIM now, and only there. If {name} gives you that phone, there’s nothing to do.',
              { name: from },
            )
          : i18n.t(
              'It keeps working with the SIM card it has now, and only with it. Ask {name} for the card, or for the phone with it.',
              { name: from },
            )}
      </p>
      <p>
        {can.has('changeSim')
          ? isEsim
            ? i18n.t(
                'For another phone, turn off the SIM lock on the line’s page once you have accepted, and get a new SIM there. When it’s set up, the old eSIM stops working.',
              )
            : i18n.t(
                'Or turn off the SIM lock on the line’s page once you have accepted, and get a new SIM there. When it’s set up, the old card stops working.',
              )
          : i18n.t('For another SIM, contact us once you have accepted.')}
      </p>
    </>
  );
}
