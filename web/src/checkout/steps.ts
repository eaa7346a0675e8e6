/** In order. */
export const steps = ['number', 'sim', 'contact', 'payment', 'review'] as const;

export type StepName = (typeof steps)[number];

const fieldsOfStep: Readonly<Record<string, StepName>> = {
  promoCode: 'number',
  yourNumber: 'number',
  newNumber: 'number',
  billingAccount: 'number',
  pinPassword: 'number',
  imei: 'sim',
  iccid: 'sim',
  addressOne: 'sim',
  addressTwo: 'sim',
  firstName: 'contact',
  lastName: 'contact',
  countryCode: 'contact',
  contactNumber: 'contact',
  streetNumber: 'contact',
  streetDirection: 'contact',
  streetName: 'contact',
  streetUnit: 'contact',
  city: 'contact',
  state: 'contact',
  zipCode: 'contact',
  card: 'payment',
};

/** Undefined when no step shows the field. */
export function stepOfField(field: string): StepName | undefined {
  return Object.hasOwn(fieldsOfStep, field) ? fieldsOfStep[field] : undefined;
}
