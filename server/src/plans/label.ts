import type { AddOn } from '@portside/contract/add-on';
import { dataAmount, money } from '@portside/contract/formats';
import type { PlanLabel, ShownLabel } from '@portside/contract/plan-label';
import type { Brand } from '../brands/brands.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { inDollars } from './prepay.ts';
import type { PlanRow } from './store.ts';

export function labelOf(
  row: PlanRow,
  brand: Brand,
  language: string,
  addOns: readonly AddOn[],
): ShownLabel | undefined {
  const { label } = row;
  if (!label) return undefined;
  const { feeNames = {}, ...words } = (language === 'es' && row.es?.label) || {};
  const named = (fees: PlanLabel['monthlyFees']) =>
    fees.map((fee) => ({ ...fee, name: feeNames[fee.name] ?? fee.name }));
  const free = label.oneTimeFees.filter(({ amount }) => amount === 0);
  const inWords = (range: string) => {
    const [from, to] = range.split(' to ');
    return from && to ? say(language, '{from} to {to}', { from, to }) : range;
  };
  const { activationCents, regulatoryCents } = brand.fees;
  const own = (name: string, cents: number) =>
    cents > 0 ? [{ name: say(language, name), amount: dollars(cents) }] : [];
  return {
    ...label,
    ...words,
    ...charged,
    additionalData: additionalData({ ...label, ...words }.additionalData, addOns, language),
    speeds: label.speeds.map((speed) => ({
      generation: speed.generation,
      download: inWords(speed.download),
      upload: inWords(speed.upload),
      latency: inWords(speed.latency),
    })),
    planId: row.id,
    planName: row.retail_name,
    provider: brand.company,
    monthlyPrice: dollars(row.price_cents),
    ...(row.prepay && { prepay: row.prepay.map(inDollars) }),
    monthlyFees: own('Regulatory fee', regulatoryCents),
    oneTimeFees: [...own('Activation fee', activationCents), ...named(free)],
    passThroughFees: brand.duties.itemisedPassThroughFees
      ? say(
          language,
          'None: state and local fees are charged as they are and listed on the bill by name',
        )
      : null,
    supportPhone: brand.support.phone,
    supportUrl: '/contact-us',
  };
}

/** What is charged is the brand's and the plan's: an earlier version kept other values, too. */
const charged = { introductory: null, contract: { months: 0 }, earlyTerminationFee: 0 };

/** With the price of what the shop sells, so that label and shop agree. */
function additionalData(text: string, addOns: readonly AddOn[], language: string): string {
  const offers = addOns.flatMap(({ price, megabytes, recurring }) => {
    if (megabytes === undefined) return [];
    const sentence = recurring ? '{price} for {amount} each 30 days' : '{price} for {amount}';
    const amount = dataAmount(megabytes, language);
    return [say(language, sentence, { price: money(price, language), amount })];
  });
  if (offers.length === 0) return text;
  return say(language, '{text}. More if you buy it: {offers}', { text, offers: offers.join(', ') });
}
