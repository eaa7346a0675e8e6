import { useLingui } from '@lingui/react';
import { usePage } from '../api/page.tsx';
import { Price } from '../ui/price.tsx';

export function Fees({ title }: { title: string }) {
  const { i18n } = useLingui();
  const { activationCents, regulatoryCents } = usePage().brand.fees;
  const fees = [
    {
      name: i18n.t('Plan'),
      amount: i18n.t('its price'),
      text: i18n.t(
        'For 30 days. If it ever rises, we email you 30 days before you pay the new price.',
      ),
    },
    {
      name: i18n.t('Activation fee'),
      amount:
        activationCents === 0 ? (
          i18n.t('none')
        ) : (
          <Price amount={activationCents / 100} size="title" />
        ),
      text:
        activationCents === 0
          ? i18n.t('Setting up a line is free, with an eSIM or a SIM card.')
          : i18n.t('Once, to set up a line. It’s our own fee.'),
    },
    {
      name: i18n.t('Regulatory fee'),
      amount:
        regulatoryCents === 0 ? (
          i18n.t('none')
        ) : (
          <Price amount={regulatoryCents / 100} size="title" />
        ),
      text: i18n.t(
        'Our own fee for what regulations cost us. It’s not a tax, so we don’t call it one.',
      ),
    },
    {
      name: i18n.t('Taxes and government fees'),
      amount: i18n.t('by ZIP Code'),
      text: i18n.t(
        'Set by your state and city. You see them before you pay, and we don’t add a cent.',
      ),
    },
    {
      name: i18n.t('If you leave'),
      amount: i18n.t('none'),
      text: i18n.t('There’s no contract, so there’s nothing to pay for leaving.'),
    },
  ];
  return (
    <section aria-labelledby="fees" className="bg-deep py-20 text-on-deep md:py-28">
      <div className="page">
        <h2 className="text-display" id="fees">
          {title}
        </h2>
        <dl className="mt-10 border-t border-deep-line">
          {fees.map(({ name, amount, text }) => (
            <div
              className="grid gap-x-8 gap-y-1 border-b border-deep-line py-5 md:grid-cols-[2fr_1fr_3fr] md:items-baseline"
              key={name}
            >
              <dt className="head text-title">{name}</dt>
              <dd className="text-lead">{amount}</dd>
              <dd className="measure text-on-deep-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
