import { phoneUrl } from '@portside/contract/phone-url';
import { useLingui } from '@lingui/react';
import type { ShownLabel } from '@portside/contract/plan-label';
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { OutsideLink, TextLink } from '../ui/text-link.tsx';
import { termWords } from './prepay-words.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

interface LabelTileProps {
  label: ShownLabel;
  /** In checkout; the shop shows it open. */
  folded?: boolean;
}

/** Broadband Facts, in order and words of 47 CFR 8.1. */
export function LabelTile({ label, folded }: LabelTileProps) {
  const { i18n } = useLingui();
  const title = folded ? 'text-body group-open:text-title' : 'text-title';
  return (
    <details
      className={classes(
        'group bg-surface text-fine',
        // Folded, it is quiet below the total.
        folded ? 'h-fit border border-edge open:border-2 open:border-ink' : 'border-2 border-ink',
      )}
      open={!folded}
    >
      <summary className="flex min-h-11 items-center justify-between px-4 py-1.5 [&::-webkit-details-marker]:hidden">
        <h3 className={title}>{i18n.t('Broadband Facts')}</h3>
        <span aria-hidden="true" className={`head ${title}`}>
          <span className="group-open:hidden">+</span>
          <span className="hidden group-open:inline">−</span>
        </span>
      </summary>
      <div className="px-4 pb-4">
        <div className="border-b-8 border-ink pb-2">
          <p>{label.provider}</p>
          <p className="font-strong">{label.planName}</p>
          <p>{i18n.t('Mobile Broadband Consumer Disclosure')}</p>
        </div>
        <Price label={label} />
        <Charges label={label} />
        <Rule title={i18n.t('Discounts & Bundles')}>
          <TextLink to={label.discountsUrl}>
            {i18n.t('See discounts and bundles for this plan')}
          </TextLink>
        </Rule>
        <Speeds label={label} />
        <dl className="border-b-4 border-ink py-2">
          <Row
            name={i18n.t('Data Included with Monthly Price')}
            strong
            value={label.includedData}
          />
          <Row name={i18n.t('Charges for Additional Data Usage')} value={label.additionalData} />
        </dl>
        <dl className="border-b-4 border-ink py-2">
          <Row
            name={i18n.t('Network Management')}
            strong
            value={<TextLink to={label.networkManagementUrl}>{i18n.t('Read our Policy')}</TextLink>}
          />
          <Row
            name={i18n.t('Privacy')}
            strong
            value={<TextLink to={label.privacyUrl}>{i18n.t('Read our Policy')}</TextLink>}
          />
        </dl>
        <Rule title={i18n.t('Customer Support')}>
          <TextLink to={label.supportUrl}>{i18n.t('Contact Us')}</TextLink>{' '}
          <TextLink className="tabular-nums whitespace-nowrap" to={phoneUrl(label.supportPhone)}>
            {label.supportPhone}
          </TextLink>
        </Rule>
        <p className="pt-2">
          {i18n.t(
            'Learn more about the terms used on this label by visiting the Federal Communications Commission’s Consumer Resource Center.',
          )}{' '}
          <OutsideLink href="https://www.fcc.gov/consumer">fcc.gov/consumer</OutsideLink>
        </p>
        <p className="mt-2 break-all tabular-nums">
          {i18n.t('Unique Plan Identifier: {id}', { id: label.uniquePlanId })}
        </p>
      </div>
    </details>
  );
}

function Price({ label }: { label: ShownLabel }) {
  const { i18n } = useLingui();
  const { introductory, contract, prepay = [] } = label;
  return (
    <div className="border-b-4 border-ink py-2">
      <p className="flex items-baseline justify-between gap-4 text-lead font-strong">
        <span>{i18n.t('Monthly Price')}</span>
        <span className="tabular-nums">{dollars.format(label.monthlyPrice)}</span>
      </p>
      {prepay.map((offer) => (
        <p className="flex items-baseline justify-between gap-4 text-fine" key={offer.months}>
          <span>{termWords(i18n, offer.months)}</span>
          <span className="tabular-nums">{dollars.format(offer.price)}</span>
        </p>
      ))}
      {prepay.length > 0 && (
        <p className="text-fine">
          {i18n.t('Paid at once. After that {monthly} each 30 days.', {
            monthly: dollars.format(label.monthlyPrice),
          })}
        </p>
      )}
      <p>
        {introductory
          ? i18n.t(
              'This Monthly Price is an introductory rate for {months} months, then {price}.',
              {
                months: String(introductory.months),
                price: dollars.format(introductory.priceAfter),
              },
            )
          : i18n.t('This Monthly Price is not an introductory rate.')}
      </p>
      <p>
        {contract.months > 0
          ? i18n.t('This Monthly Price requires a {months}-month contract.', {
              months: String(contract.months),
            })
          : i18n.t('This Monthly Price does not require a contract.')}{' '}
        {contract.url && <OutsideLink href={contract.url}>{i18n.t('Terms')}</OutsideLink>}
      </p>
    </div>
  );
}

function Charges({ label }: { label: ShownLabel }) {
  const { i18n } = useLingui();
  const taxes =
    label.governmentTaxes === 'included' ? i18n.t('Taxes Included') : i18n.t('Varies by Location');
  return (
    <div className="border-b-4 border-ink py-2">
      <h4 className="text-body">{i18n.t('Additional Charges & Terms')}</h4>
      <Fees fees={label.monthlyFees} name={i18n.t('Provider Monthly Fees')} />
      <Fees fees={label.oneTimeFees} name={i18n.t('One-Time Fees at the Time of Purchase')} />
      <dl>
        <Row
          name={i18n.t('Early Termination Fee')}
          value={dollars.format(label.earlyTerminationFee)}
        />
        <Row name={i18n.t('Government Taxes')} value={taxes} />
        {label.passThroughFees !== null && (
          <Row name={i18n.t('State and Local Pass-Through Fees')} value={label.passThroughFees} />
        )}
      </dl>
    </div>
  );
}

function Fees({ name, fees }: { name: string; fees: ShownLabel['monthlyFees'] }) {
  const { i18n } = useLingui();
  return (
    <div className="border-b py-1">
      <p>{name}</p>
      <dl className="ps-4">
        {fees.map((fee) => (
          <Row key={fee.name} name={fee.name} value={dollars.format(fee.amount)} />
        ))}
        {fees.length === 0 && <Row name={i18n.t('None')} value={dollars.format(0)} />}
      </dl>
    </div>
  );
}

function Speeds({ label }: { label: ShownLabel }) {
  const { i18n } = useLingui();
  return (
    <div className="border-b-4 border-ink py-2">
      <h4 className="text-body">{i18n.t('Speeds Provided with Plan')}</h4>
      {label.speeds.map((speed) => (
        <div className="border-b py-1 last:border-0" key={speed.generation}>
          <p className="font-strong">{speed.generation}</p>
          <dl className="ps-4">
            <Row name={i18n.t('Typical Download Speed')} value={speed.download} />
            <Row name={i18n.t('Typical Upload Speed')} value={speed.upload} />
            <Row name={i18n.t('Typical Latency')} value={speed.latency} />
          </dl>
        </div>
      ))}
    </div>
  );
}

function Rule({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-b-4 border-ink py-2">
      <h4 className="text-body">{title}</h4>
      <p>{children}</p>
    </div>
  );
}

function Row({ name, value, strong }: { name: string; value: ReactNode; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-0.5">
      <dt className={strong ? 'font-strong' : undefined}>{name}</dt>
      {/* As high as a link must be. */}
      <dd className="min-h-6 text-end tabular-nums">{value}</dd>
    </div>
  );
}
