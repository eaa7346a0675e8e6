import type { I18n } from '@lingui/core';
import { dateAlone } from '@portside/contract/formats';
import { roleOn } from '@portside/contract/household-acts';
import type { Line } from '@portside/contract/lines';
import { phone } from '@portside/contract/phone';
import type { Page } from '../api/page.tsx';
import { holderOf, mayWith, memberOf } from './line-acts.ts';

/** Why a line is paused, and until when its number is kept (K06). */
export function suspendedWords(i18n: I18n, line: Line, { brand, language }: Page): string {
  const { network } = line;
  if (network?.asked === 'block' && !line.numberKeptUntil) {
    if (!network.isLate && !mayWith(line, 'use')) {
      return i18n.t('The network is blocking this line. {name} gets an email when it’s done.', {
        name: memberOf(line),
      });
    }
    return network.isLate
      ? i18n.t(
          'The network hasn’t blocked this line yet, so somebody could still use it. We keep trying. To be sure, call us: {phone}.',
          { phone: phone(brand.support.phone) },
        )
      : i18n.t('The network is blocking this line. You’ll get an email when it’s done.');
  }
  if (!line.statusReason && network?.isLate) {
    return i18n.t(
      'The network hasn’t turned this line back on yet. We keep trying. If you can’t wait, call us: {phone}.',
      { phone: phone(brand.support.phone) },
    );
  }
  const back = line.heldUntil && dateAlone(line.heldUntil, brand.timeZone, language);
  if (line.numberKeptUntil && !mayWith(line, 'pay')) {
    return unpaidByHolder(i18n, line, dateAlone(line.numberKeptUntil, brand.timeZone, language));
  }
  switch (line.statusReason) {
    case 'on_hold':
      return holdWords(i18n, line, back);
    case 'unpaid':
      return line.numberKeptUntil
        ? i18n.t(
            'This line is paused because its next 30 days aren’t paid. Pay before {date} to keep the number. After that the line ends.',
            { date: dateAlone(line.numberKeptUntil, brand.timeZone, language) },
          )
        : i18n.t('This line is paused because its next 30 days aren’t paid.');
    case 'blocked':
      return line.numberKeptUntil
        ? i18n.t(
            'This line is blocked, so nobody can use it. Its next 30 days aren’t paid: pay before {date} to keep the number.',
            { date: dateAlone(line.numberKeptUntil, brand.timeZone, language) },
          )
        : back
          ? i18n.t(
              'This line is blocked, so nobody can use it. When you unblock it, it stays on hold until {date}.',
              { date: back },
            )
          : roleOn(line) === 'holder'
            ? i18n.t(
                'This line is blocked, so nobody can use it. You or {name} can unblock it when the phone is back.',
                { name: memberOf(line) },
              )
            : i18n.t(
                'This line is blocked, so nobody can use it. Unblock it when you have the phone again.',
              );
    case 'by_operator':
      return i18n.t('We paused this line. Contact us, and we’ll tell you why.');
    default:
      return network?.asked === 'unhold'
        ? i18n.t('We asked the network to turn this line back on. This page updates automatically.')
        : i18n.t('The network is turning this line back on. This page updates automatically.');
  }
}

/** To a user (P04). */
function unpaidByHolder(i18n: I18n, line: Line, date: string): string {
  const values = { holder: holderOf(i18n, line), date };
  return line.statusReason === 'blocked'
    ? i18n.t(
        'This line is blocked, so nobody can use it. Its next 30 days aren’t paid: {holder} can pay until {date}. After that the line ends.',
        values,
      )
    : i18n.t(
        'This line is paused because its next 30 days aren’t paid. {holder} can pay until {date}. After that the line ends.',
        values,
      );
}

/** P09. Only what the network has confirmed is said to be so. */
function holdWords(i18n: I18n, line: Line, back: string | undefined): string {
  const { network } = line;
  if (network?.asked === 'hold') {
    return network.isLate
      ? i18n.t(
          'The network hasn’t put this line on hold yet, so it may still work. We keep trying.',
        )
      : i18n.t(
          'We’re asking the network to put this line on hold. This page updates automatically.',
        );
  }
  if (back && !mayWith(line, 'own')) {
    return i18n.t(
      'This line is on hold: no calls, texts or data. It comes back on {date}, and {holder} can turn it back on sooner.',
      { date: back, holder: holderOf(i18n, line) },
    );
  }
  return back
    ? i18n.t(
        'This line is on hold: no calls, texts or data. It comes back on {date}, and you can turn it back on sooner.',
        { date: back },
      )
    : i18n.t('This line is on hold: no calls, texts or data.');
}
