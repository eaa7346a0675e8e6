import type { PlanLabel } from '@portside/contract/plan-label';

export const generations = ['4G LTE', '5G', '5G+'] as const;
const parts = ['download', 'upload', 'latency'] as const;
type SpeedField = `${(typeof parts)[number]} ${(typeof generations)[number]}`;

/** The label as a form has it: all in words. */
export interface LabelValues extends Record<SpeedField, string> {
  uniquePlanId: string;
  oneTimeFees: string;
  governmentTaxes: 'varies' | 'included';
  discountsUrl: string;
  includedData: string;
  additionalData: string;
  networkManagementUrl: string;
  privacyUrl: string;
}

type Fees = PlanLabel['oneTimeFees'];
const feeLines = (fees: Fees) => fees.map(({ name, amount }) => `${name}: ${amount.toFixed(2)}`);

export function labelValues(label: PlanLabel | undefined): LabelValues {
  const speeds = generations.flatMap((generation) => {
    const speed = label?.speeds.find((one) => one.generation === generation);
    return parts.map((part) => [`${part} ${generation}`, speed?.[part] ?? ''] as const);
  });
  return {
    ...(Object.fromEntries(speeds) as Record<SpeedField, string>),
    uniquePlanId: label?.uniquePlanId ?? '',
    oneTimeFees: feeLines(label?.oneTimeFees ?? []).join('\n'),
    governmentTaxes: label?.governmentTaxes ?? 'varies',
    discountsUrl: label?.discountsUrl ?? '',
    includedData: label?.includedData ?? '',
    additionalData: label?.additionalData ?? '',
    networkManagementUrl: label?.networkManagementUrl ?? '',
    privacyUrl: label?.privacyUrl ?? '',
  };
}

const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/** A line each, `Name: 1.00`. */
const feesOf = (text: string): Fees =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.lastIndexOf(':');
      return {
        name: line.slice(0, Math.max(colon, 0)).trim(),
        amount: number(line.slice(colon + 1)),
      };
    });

/** What is wrong in it is said by the contract's rules. */
export function labelOfValues(values: LabelValues): PlanLabel {
  const speeds = generations.flatMap((generation) => {
    const [download = '', upload = '', latency = ''] = parts.map((part) =>
      values[`${part} ${generation}`].trim(),
    );
    return download + upload + latency === '' ? [] : [{ generation, download, upload, latency }];
  });
  return {
    uniquePlanId: values.uniquePlanId.trim(),
    introductory: null,
    contract: { months: 0 },
    monthlyFees: [],
    oneTimeFees: feesOf(values.oneTimeFees),
    earlyTerminationFee: 0,
    governmentTaxes: values.governmentTaxes,
    discountsUrl: values.discountsUrl.trim(),
    speeds,
    includedData: values.includedData.trim(),
    additionalData: values.additionalData.trim(),
    networkManagementUrl: values.networkManagementUrl.trim(),
    privacyUrl: values.privacyUrl.trim(),
  };
}

const page = 'Enter a page of the shop, like /faq, or a whole address, https://…';

const sentences: Partial<Record<keyof LabelValues, string>> = {
  uniquePlanId: 'Enter M, the ten digits of the FRN, then fifteen letters or digits.',
  oneTimeFees: 'A line for each, like “Name: 0.00”. What costs something is the brand’s to charge.',
  discountsUrl: page,
  networkManagementUrl: page,
  privacyUrl: page,
};

/** The field of the form that a rule of the label is about, and what to do there. */
export function labelFault(
  path: readonly PropertyKey[],
  label: PlanLabel,
): { field: keyof LabelValues; message: string } {
  const [first, second, third] = path.map(String);
  const field = ((): keyof LabelValues => {
    if (first !== 'speeds') return first as keyof LabelValues;
    const { generation = generations[0] } = label.speeds[Number(second)] ?? {};
    return `${(third ?? 'download') as (typeof parts)[number]} ${generation}`;
  })();
  return { field, message: sentences[field] ?? 'Say it in words.' };
}
