import { money } from '@portside/contract/formats';
import type { PlanLabel } from '@portside/contract/plan-label';

type Fact = readonly [string, (label: PlanLabel) => string];

const fees = (list: PlanLabel['monthlyFees']) =>
  list.map(({ name, amount }) => `${name}: ${money(amount)}`).join('\n');

const generations = ['4G LTE', '5G', '5G+'] as const;

const speeds = generations.flatMap((generation) =>
  (['download', 'upload', 'latency'] as const).map((part): Fact => [
    `${generation}, ${part}`,
    (label) => label.speeds.find((one) => one.generation === generation)?.[part] ?? '',
  ]),
);

/** A broadband label, in the words and the order of the console's form. */
export const labelFacts: readonly Fact[] = [
  ['Plan identifier', (one) => one.uniquePlanId],
  ['Months of an introductory price', ({ introductory: one }) => (one ? String(one.months) : '')],
  [
    'Price after the introductory one',
    ({ introductory: one }) => (one ? money(one.priceAfter) : ''),
  ],
  ['Months of a contract', ({ contract }) => (contract.months ? String(contract.months) : '')],
  ['Address of the contract’s terms', ({ contract }) => contract.url ?? ''],
  ['Monthly fees', (one) => fees(one.monthlyFees)],
  ['One-time fees', (one) => fees(one.oneTimeFees)],
  ['Early termination fee', (one) => money(one.earlyTerminationFee)],
  ['Government taxes', (one) => (one.governmentTaxes === 'varies' ? 'vary by place' : 'included')],
  ['Page about discounts', (one) => one.discountsUrl],
  ...speeds,
  ['Data included', (one) => one.includedData],
  ['What more data costs', (one) => one.additionalData],
  ['Page about network management', (one) => one.networkManagementUrl],
  ['Page about privacy', (one) => one.privacyUrl],
];
