import type { I18n } from '@lingui/core';
import { dateAlone, maskedCard, money } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import type { Page } from '../api/page.tsx';
import { cardNetworkLabel } from '../ui/card-network.tsx';
import { holderOf, mayWith } from './line-acts.ts';
import { suspendedWords } from './line-suspended.ts';
import { EARLY_MS, lineWords } from './line-words.ts';

/** K16: it goes on until the number has moved. */
export function leavingWords(i18n: I18n, line: Line, page: Page): string {
  const { brand, language } = page;
  const leaves = !mayWith(line, 'own')
    ? i18n.t('When this number has moved to the other carrier, this line ends.')
    : i18n.t(
        'When your number has moved to the other carrier, this line ends and we stop charging for it.',
      );
  const date = line.paidUntil && dateAlone(line.paidUntil, brand.timeZone, language);
  if (line.status === 'suspended') return `${leaves} ${suspendedWords(i18n, line, page)}`;
  return date
    ? `${leaves} ${i18n.t('Until then it keeps working. It’s paid until {date}.', { date })}`
    : leaves;
}

/** Nothing is paid ahead, whatever else it is paused for (K17). */
export const endsAtOnce = ({ statusReason, numberKeptUntil }: Line): boolean =>
  statusReason === 'unpaid' || numberKeptUntil !== undefined;

/** K17. True of a line that is blocked too. */
export function endsWords(i18n: I18n, line: Line, { brand, language }: Page): string {
  const date = dateAlone(line.endsOn ?? '', brand.timeZone, language);
  if (!mayWith(line, 'own')) {
    return i18n.t('This line ends on {date}. Then the number is gone for good.', { date });
  }
  return i18n.t(
    'You asked us to end this line. It ends on {date}, and we won’t charge you for it again. Then the number is gone for good.',
    { date },
  );
}

/** P06. Undefined of a line that is still here. */
export function handedOverWords(
  i18n: I18n,
  { handover }: Line,
  { brand, language }: Page,
): string | undefined {
  if (!handover?.acceptedAt) return undefined;
  const date = dateAlone(handover.acceptedAt, brand.timeZone, language);
  // Whoever took it has had their account erased since.
  if (handover.to === '') {
    return i18n.t(
      'You handed this line over on {date}. Its number, plan and paid days went to another account. Your receipts stay here.',
      { date },
    );
  }
  return i18n.t(
    'You handed this line over to {email} on {date}. Its number, plan and paid days are in that account now. Your receipts stay here.',
    { email: handover.to, date },
  );
}

/** To a manager (P04). Undefined where autopay says nothing. */
function autopayOfHolder(
  i18n: I18n,
  line: LineDetail,
  paidUntil: string,
  { brand, language }: Page,
): string | undefined {
  const { on, declined, chargesOn } = line.autopay;
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const holder = holderOf(i18n, line);
  const date = day(paidUntil);
  if (declined) {
    return chargesOn
      ? i18n.t(
          'Autopay couldn’t charge {holder}’s card. Pay now, or it tries again on {again}. If it isn’t paid by {date}, service stops.',
          { holder, date, again: day(chargesOn) },
        )
      : i18n.t('Autopay couldn’t charge {holder}’s card. Pay by {date} to keep this line active.', {
          holder,
          date,
        });
  }
  if (chargesOn) {
    return i18n.t('On {date} autopay charges {holder} for the next 30 days.', {
      holder,
      date: day(chargesOn),
    });
  }
  return on && line.nextAction === 'renew'
    ? i18n.t(
        'Autopay won’t charge {holder} for the next 30 days. Pay by {date} to keep this line active.',
        { holder, date },
      )
    : undefined;
}

/** What happens next with a line, and on which day (K01). */
export function nextWords(
  i18n: I18n,
  line: LineDetail,
  page: Page,
  /** What its number on the way needs from the customer. */
  wants?: string,
): string {
  const { autopay, paidUntil, period, nextAction } = line;
  const handedOver = handedOverWords(i18n, line, page);
  if (handedOver !== undefined) return handedOver;
  if (line.status === 'ended' && line.portOut?.state === 'completed') {
    return i18n.t('Your number has moved to another carrier, so this line has ended.');
  }
  if (line.portOut?.state === 'requested' || line.portOut?.state === 'confirmed') {
    return leavingWords(i18n, line, page);
  }
  if (line.status === 'suspended') {
    const why = suspendedWords(i18n, line, page);
    const { nextCharge: charge, chargesOn } = autopay;
    const on = charge?.on ?? chargesOn;
    if (line.statusReason !== 'unpaid' || !on || !mayWith(line, 'pay')) return why;
    const charged = dateAlone(on, page.brand.timeZone, page.language);
    const comes = !charge
      ? i18n.t('Autopay charges {holder} on {charged}. To use it sooner, pay now.', {
          holder: holderOf(i18n, line),
          charged,
        })
      : charge.onCard === 0
        ? i18n.t('Your credit pays for it on {charged}. To use it sooner, pay now.', { charged })
        : i18n.t('Autopay charges your card on {charged}. To use it sooner, pay now.', {
            charged,
          });
    return `${why} ${comes}`;
  }
  if (line.status !== 'active' || !paidUntil) return lineWords(i18n, line, wants).meaning;
  if (line.endsOn) return endsWords(i18n, line, page);
  const day = (moment: string | number) => dateAlone(moment, page.brand.timeZone, page.language);
  if (!mayWith(line, 'pay')) {
    return i18n.t('This line is paid until {date}. {holder} pays for it.', {
      date: day(paidUntil),
      holder: holderOf(i18n, line),
    });
  }
  if (!mayWith(line, 'own')) {
    const theirs = autopayOfHolder(i18n, line, paidUntil, page);
    if (theirs !== undefined) return theirs;
  }
  const { nextCharge } = autopay;
  if (autopay.declined) {
    return nextCharge
      ? i18n.t(
          'Autopay couldn’t charge your card. Pay now, or it tries again on {again}. If it isn’t paid by {date}, service stops.',
          { date: day(paidUntil), again: day(nextCharge.on) },
        )
      : i18n.t('Autopay couldn’t charge your card. Pay by {date} to keep this line active.', {
          date: day(paidUntil),
        });
  }
  if (nextCharge) {
    const { card, amount, onCard = amount } = nextCharge;
    const charge = {
      date: day(nextCharge.on),
      total: money(amount, page.language),
      credit: money(amount - onCard, page.language),
      amount: money(onCard, page.language),
      card: `${cardNetworkLabel(card.network ?? '') || i18n.t('Card')} ${maskedCard(card.last4Digits)}`,
    };
    if (onCard === amount) {
      return i18n.t('On {date} autopay charges {amount} to {card} for the next 30 days.', charge);
    }
    const words =
      onCard === 0
        ? i18n.t(
            'On {date} {credit} of your credit pays for the next 30 days. Nothing is charged to {card}.',
            charge,
          )
        : i18n.t(
            'On {date} autopay charges {amount} to {card} for the next 30 days. They cost {total}, and {credit} of your credit is used first.',
            charge,
          );
    // Another line may be charged first.
    return `${words} ${i18n.t('If that credit is used before then, the card is charged up to {total}.', charge)}`;
  }
  if (autopay.on && nextAction === 'renew') {
    return i18n.t(
      'Autopay won’t charge you for the next 30 days. Pay by {date} to keep this line active.',
      { date: day(paidUntil) },
    );
  }
  if (autopay.on) {
    return i18n.t(
      'Autopay is on, but nothing will be charged yet. This line is paid until {date}.',
      { date: day(paidUntil) },
    );
  }
  const { retailPrice = 0 } = line.nextPlan ?? line.plan;
  const price = money(retailPrice, page.language);
  const addOns = line.addOns.filter(({ recurring }) => recurring).map(({ name }) => name);
  const more =
    addOns.length > 0
      ? i18n.t('{addOns}, taxes and fees', { addOns: addOns.join(', ') })
      : i18n.t('taxes and fees');
  if (nextAction === 'renew') {
    return i18n.t(
      'Pay by {date} to keep this line active. The plan is {price} for 30 days, plus {more}.',
      { date: day(paidUntil), price, more },
    );
  }
  const from = Date.parse(paidUntil) - EARLY_MS;
  const { priceRise: rise } = line;
  const hasRisen = rise !== undefined && Date.parse(rise.from) <= from;
  const dates = {
    date: day(paidUntil),
    from: day(from),
    price: hasRisen ? money(rise.price, page.language) : price,
    more,
  };
  const ahead = period ? Date.parse(paidUntil) - Date.parse(period.to) : 0;
  // Not where several months are paid.
  return ahead > 0 && ahead <= 3 * EARLY_MS
    ? i18n.t(
        'The next 30 days are paid too, until {date}. From {from} you can pay for the ones after that: {price}, plus {more}.',
        dates,
      )
    : i18n.t(
        'This line is paid until {date}. From {from} you can pay for the next 30 days: {price}, plus {more}.',
        dates,
      );
}
