import * as z from 'zod';

/** What the adapter reads of Gigs' answers. Gigs may add fields, states and codes at any time. */
const id = z.string();
const time = z.string();

export const user = z.object({ id, metadata: z.record(id, z.string()).default({}) });

export const userAddress = z.object({
  id,
  line1: z.string(),
  line2: z.string().nullish(),
  city: z.string(),
  postalCode: z.string(),
  state: z.string().nullish(),
});

export const plan = z.object({ id, provider: z.string(), status: z.string() });

export const sim = z.object({ id, iccid: z.string(), status: z.string(), type: z.string() });
export type Sim = z.infer<typeof sim>;

export const profile = z.object({ status: z.string() });
export const credentials = z.object({ activationCode: z.string() });

export const subscription = z.object({
  id,
  metadata: z.record(id, z.string()).default({}),
  createdAt: time,
  endedAt: time.nullish(),
  cancellationDetails: z.object({ cause: z.string().nullish() }).nullish(),
  phoneNumber: z.string().nullish(),
  plan: z.object({ id }),
  sim: z.object({ id, iccid: z.string() }).nullish(),
  status: z.string(),
});
export type Subscription = z.infer<typeof subscription>;

export const porting = z.object({
  id,
  createdAt: time,
  phoneNumber: z.string(),
  user: id.nullish(),
  status: z.string(),
  required: z.array(z.string()).default([]),
  declinedAttempts: z.number().default(0),
  declinedCode: z.string().nullish(),
  declinedMessage: z.string().nullish(),
  donorProvider: z.object({ name: z.string().nullish() }).nullish(),
});
export type Porting = z.infer<typeof porting>;

export const change = z.object({
  id,
  createdAt: time,
  failureCode: z.string().nullish(),
  plan: z.object({ id }).nullish(),
  sim: z.object({ iccid: z.string() }).nullish(),
  requestedChange: z.object({ plan: id.nullish(), sim: id.nullish() }).nullish(),
  status: z.string(),
  subscription: id.nullish(),
});
export type Change = z.infer<typeof change>;

export const portOut = z.object({
  id,
  createdAt: time,
  expiredAt: time.nullish(),
  status: z.string(),
  subscription: id,
});
export type PortOut = z.infer<typeof portOut>;
/** The account number is null in countries that have none. */
export const portOutCredentials = z.object({
  accountNumber: z.string().nullable(),
  accountPin: z.string().min(1),
});

export const usageRecord = z.object({
  start: time,
  data: z.number().default(0),
  dataTetheringBytes: z.number().nullish(),
  sms: z.number().default(0),
  voice: z.number().default(0),
  labels: z.object({ roaming: z.string().nullish() }).nullish(),
  updatedAt: time.nullish(),
});

/** A CloudEvent. */
export const event = z.object({
  object: z.literal('event'),
  type: z.string(),
  project: z.string(),
  data: z.looseObject({ object: z.string(), id: z.string().optional() }),
});
export type GigsEvent = z.infer<typeof event>;

/** `+12125550123` is 2125550123. */
export const nationalOf = (e164: string | null | undefined) => (e164 ?? '').replace(/^\+1/, '');
export const e164Of = (msisdn: string) => `+1${msisdn}`;
