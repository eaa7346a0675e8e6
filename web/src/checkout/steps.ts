/** In order. What comes after the last one is the paid order. */
export const steps = ['who', 'phone', 'pay'] as const;

export type StepName = (typeof steps)[number];

/** One screen. The second step has one for each line of the purchase (P03). */
export interface Stop {
  readonly step: StepName;
  /** The line's key. */
  readonly line?: string | undefined;
}

export function stopsOf(lines: readonly string[]): readonly Stop[] {
  return [
    { step: 'who' },
    ...lines.map((line) => ({ step: 'phone', line }) as const),
    { step: 'pay' },
  ];
}

const fieldsOfStep: Readonly<Record<string, StepName>> = {
  firstName: 'who',
  lastName: 'who',
  countryCode: 'who',
  contactNumber: 'who',
  streetNumber: 'who',
  streetDirection: 'who',
  streetName: 'who',
  streetUnit: 'who',
  city: 'who',
  state: 'who',
  zipCode: 'who',
  imei: 'phone',
  iccid: 'phone',
  addressOne: 'phone',
  addressTwo: 'phone',
  yourNumber: 'phone',
  newNumber: 'phone',
  billingAccount: 'phone',
  pinPassword: 'phone',
  promoCode: 'pay',
  months: 'pay',
  card: 'pay',
};

/** Undefined when no step shows the field. */
export function stepOfField(field: string): StepName | undefined {
  return Object.hasOwn(fieldsOfStep, field) ? fieldsOfStep[field] : undefined;
}
