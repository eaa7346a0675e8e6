import { money } from '@portside/contract/formats';
import type { Brand } from '../brands/brands.ts';
import { dollars } from '../money.ts';
import { labelFacts } from './label-facts.ts';
import { dearOrTwice, prepayMonths } from './prepay.ts';
import type { PlanRow } from './store.ts';
import type { PlanContent, Version } from './version-store.ts';

type Fact = readonly [string, (content: PlanContent) => string];

/** In the words of the console. */
const shown: readonly Fact[] = [
  ['Name', (one) => one.retail_name],
  ['Price', (one) => money(dollars(one.price_cents))],
  ['Description', (one) => one.retail_description],
  ['Description in Spanish', (one) => one.es?.retailDescription ?? ''],
  ...prepayMonths.map((months): Fact => [
    `Price for ${months} months at once`,
    ({ prepay }) => {
      const offer = prepay?.find((one) => one.months === months);
      return offer ? money(dollars(offer.cents)) : '';
    },
  ]),
  ['Popular', (one) => (one.popular ? 'yes' : 'no')],
  ['On sale', (one) => (one.on_sale ? 'yes' : 'no')],
  ['Data in GB', (one) => (one.data_gb === null ? 'unlimited' : String(one.data_gb))],
  ...labelFacts.map(([what, of]): Fact => [what, ({ label }) => (label ? of(label) : '')]),
  ['Data included, in Spanish', ({ es }) => es?.label?.includedData ?? ''],
  ['What more data costs, in Spanish', ({ es }) => es?.label?.additionalData ?? ''],
];

export const changesBetween = (before: PlanContent | undefined, after: PlanContent) =>
  differences(shown, before, after);

/** Of plans and add-ons alike. */
export function differences<Content>(
  facts: readonly (readonly [string, (content: Content) => string])[],
  before: Content | undefined,
  after: Content,
) {
  if (!before) return [];
  return facts.flatMap(([what, of]) => {
    const [from, to] = [of(before), of(after)];
    return from === to ? [] : [{ what, from, to }];
  });
}

/** What a plan lacks to be sold: its label where the law asks for one, and the brand's Spanish. */
export function missingOf(
  plan: PlanRow,
  { duties }: Pick<Brand, 'duties'>,
  onSale: readonly PlanRow[],
): string[] {
  const identifier = plan.label?.uniquePlanId;
  const isTwice = onSale.some(
    ({ id, label }) =>
      id !== plan.id && identifier !== undefined && label?.uniquePlanId === identifier,
  );
  const speaksSpanish = onSale.some((one) => one.es?.retailDescription);
  return [
    ...(duties.broadbandLabels && !plan.label ? ['The broadband label has no values.'] : []),
    ...dearOrTwice(plan.price_cents, plan.prepay ?? []).map(
      (one) => `Several months at once: ${one}.`,
    ),
    ...(isTwice ? ['The label’s plan identifier is another plan’s.'] : []),
    ...(speaksSpanish && !plan.es?.retailDescription
      ? ['The description in Spanish is missing.']
      : []),
    ...(speaksSpanish && plan.label && !plan.es?.label
      ? ['The words of the label in Spanish are missing.']
      : []),
  ];
}

/** Plans that the console edited, and that an import would change or take off sale. */
export function editedPlans(
  versions: readonly Version<PlanContent>[],
  before: readonly PlanRow[],
  imported: readonly PlanRow[],
): string[] {
  const edited = new Set(versions.map((one) => one.id));
  return before
    .filter(({ id }) => edited.has(id))
    .filter((row) => {
      const next = imported.find((one) => one.id === row.id);
      return next ? changesBetween(row, next).length > 0 : row.on_sale;
    })
    .map(({ id }) => id);
}
