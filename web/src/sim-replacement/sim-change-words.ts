import type { I18n } from '@lingui/core';
import { dateAndTime } from '@portside/contract/formats';
import type { SimReplacement } from '@portside/contract/sim-replacement-state';
import type { Page } from '../api/page.tsx';

/** Where a SIM change stands, and what comes next (K14). */
export function changeWords(
  i18n: I18n,
  sim: SimReplacement,
  { brand, language }: Pick<Page, 'brand' | 'language'>,
): string {
  const { why = '' } = sim;
  if (sim.isStopping) return i18n.t('We’re asking the network to stop the SIM change.');
  switch (sim.state) {
    case 'announced': {
      const at = { time: dateAndTime(sim.effectiveAt, brand.timeZone, language) };
      return sim.type === 'esim'
        ? i18n.t('This line moves to a new eSIM on {time}. We emailed you about it.', at)
        : sim.isMailed
          ? i18n.t('We’ll prepare your SIM card on {time}. We emailed you about it.', at)
          : i18n.t('This line moves to your SIM card on {time}. We emailed you about it.', at);
    }
    case 'under_way':
      return sim.isMailed
        ? i18n.t(
            'Your SIM card comes by mail. The SIM you have works until you activate the new one.',
          )
        : i18n.t(
            'The network is moving this line to its new SIM. This page updates automatically.',
          );
    case 'done':
      return sim.type === 'esim'
        ? i18n.t('This line has its new eSIM. Set it up on your phone.')
        : i18n.t('This line has its new SIM card. Put it in your phone and restart it.');
    case 'stopped':
      return i18n.t('The SIM change was stopped. {why}', { why });
    case 'failed':
      return i18n.t(
        'The SIM change didn’t go through, and the SIM you have works as before. {why}',
        {
          why,
        },
      );
  }
}

export const isUnderWay = (sim: SimReplacement | undefined): sim is SimReplacement =>
  sim?.state === 'announced' || sim?.state === 'under_way';
