import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { PortOut } from '@portside/contract/port-out';
import { transferTime } from '@portside/contract/transfer-time';
import { useCan, usePage } from '../api/page.tsx';
import { type MarkState, Timeline } from '../ui/timeline.tsx';

/** Where the number is on its way, or how the last try ended. */
export function PortOutSteps({ portOut: { state, at, endsOn } }: { portOut: PortOut }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const canRefuse = useCan().has('refusePortOut');
  const date = dateAlone(at, brand.timeZone, language);
  if (state === 'cancelled' || state === 'refused') {
    return (
      <p className="mb-4 measure">
        {state === 'refused'
          ? i18n.t('On {date} we refused another carrier’s request. Your number stays here.', {
              date,
            })
          : i18n.t('On {date} the other carrier took its request back. Your number stays here.', {
              date,
            })}
      </p>
    );
  }
  if (state === 'expired') {
    return (
      <p className="mb-4 measure">
        {i18n.t(
          'Another carrier asked for your number but didn’t take it by {date}, so this line keeps working as usual. If the number still moves, the line ends then.',
          { date },
        )}
      </p>
    );
  }
  const reached = order.indexOf(state);
  const notYou = i18n.t('If you didn’t ask for this, call us at {phone}.', {
    phone: phone(brand.support.phone),
  });
  const mark = (step: number): MarkState =>
    step < reached || state === 'completed' ? 'done' : step === reached ? 'here' : 'ahead';
  const detail = {
    requested: canRefuse ? i18n.t(transferTime) : `${i18n.t(transferTime)} ${notYou}`,
    confirmed: i18n.t(
      'It can’t be stopped here anymore. If you didn’t ask for this, call us at {phone}.',
      {
        phone: phone(brand.support.phone),
      },
    ),
    completed: undefined,
  };
  const ends =
    endsOn &&
    i18n.t('If it hasn’t moved by {date}, we stop waiting, and this line goes on as usual.', {
      date: dateAlone(endsOn, brand.timeZone, language),
    });
  const titles = {
    requested: i18n.t('Another carrier asked for your number'),
    confirmed: i18n.t('The transfer is confirmed'),
    completed: i18n.t('The number has moved, and this line has ended'),
  };
  return (
    <Timeline
      className="mb-6"
      label={i18n.t('Your number on its way')}
      stops={order.map((step, n) => ({
        title: titles[step],
        state: mark(n),
        ...(step === state && {
          time: date,
          detail: [detail[step], ends].filter(Boolean).join(' '),
        }),
      }))}
    />
  );
}

const order = ['requested', 'confirmed', 'completed'] as const;
