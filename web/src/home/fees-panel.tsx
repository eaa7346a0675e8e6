import { useLingui } from '@lingui/react';
import { usePage } from '../api/page.tsx';
import { Price } from '../ui/price.tsx';

/** Every kind of fee there is, who keeps it, and when it is due. */
export function Fees({ title }: { title: string }) {
  const { i18n } = useLingui();
  const { activationCents, regulatoryCents } = usePage().brand.fees;
  const fees = [
    {
      name: i18n.t('Plan'),
      amount: i18n.t('its price'),
      text: i18n.t('For 30 days. The price on the tile does not go up after a while.'),
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
          ? i18n.t('Setting up a line costs nothing, on eSIM or on a card.')
          : i18n.t('Once, for setting up a line. It is ours.'),
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
        'Our own charge for what the rules cost us. It is not a tax, so we do not call it one.',
      ),
    },
    {
      name: i18n.t('Taxes and government fees'),
      amount: i18n.t('by ZIP Code'),
      text: i18n.t('Set by your state and city, shown before you pay, passed on to the cent.'),
    },
    {
      name: i18n.t('Leaving'),
      amount: i18n.t('none'),
      text: i18n.t('There is no contract, so there is nothing to pay for ending one.'),
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
