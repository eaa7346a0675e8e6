import * as z from 'zod/mini';
import { endpoint, nothing, proofRequired, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { say } from './field-rule.ts';
import { portInStatus, simType } from './lines.ts';
import { portInField, portInReason } from './port-in-reasons.ts';
import { movesPaused } from './safety.ts';
import { activateSim, simRefusals } from './sim.ts';

const kept = (rule: z.ZodMiniType<string, string>) =>
  z.optional(
    z.pipe(
      z.transform((value: string | null | undefined) =>
        value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value,
      ),
      z.optional(rule),
    ),
  );

/** What the old carrier has on file (G08, I08 to I10). `required` says which of it is needed. */
const oldServiceFields = {
  billingAccountNumber: kept(fields.billingAccount),
  billingAccountPassword: kept(fields.pinPassword),
  firstName: kept(fields.firstName),
  lastName: kept(fields.lastName),
  zipCode: kept(fields.zipCode),
  address: kept(fields.address),
  city: kept(fields.city),
  state: kept(fields.state),
  birthday: kept(fields.birthday),
  lockOff: z.optional(z.boolean()),
  carrier: z.optional(z.string().check(z.maxLength(40))),
};
export const oldService = z.object(oldServiceFields);
export type OldService = z.infer<typeof oldService>;

/** Absent: unchanged. H29's two fields must not be empty when given. */
const asked = (rule: z.ZodMiniType<string, string>) =>
  z.optional(
    z.pipe(
      z.transform((value: string | null | undefined) => value ?? undefined),
      z.optional(rule),
    ),
  );
const askedService = z.object({
  ...oldServiceFields,
  billingAccountNumber: asked(fields.billingAccount),
  billingAccountPassword: asked(fields.pinPassword),
});

const accountDetails = z.object({
  firstName: kept(fields.firstName),
  lastName: kept(fields.lastName),
});

const activationDetails = z.object({
  iccid: kept(fields.iccid),
  imei: kept(fields.imei),
  simType: z.optional(simType),
});

const id = z.string().check(z.maxLength(64));

export const portInFieldNames = {
  msisdn: 'portIn',
  billingAccountNumber: 'billingAccount',
  billingAccountPassword: 'pinPassword',
} as const;

const warning = z.optional(z.string());

/** Never a refusal: some carriers use the account's password as transfer PIN. */
export function pinWarning(pin: string): string | undefined {
  return /^\d*$/.test(pin.trim()) ? undefined : pinSentence;
}
const pinSentence = say(
  'A transfer PIN is usually digits only. Make sure this isn’t your account or voicemail PIN.',
);

export const checkPortIn = endpoint({
  name: 'checkPortIn',
  wire: 'POST /app/users/portin/check',
  caller: 'anyone',
  knowsCustomer: true,
  notForAgents: true,
  summary: 'Whether a number can be brought over; a yes makes the draft of its port-in (I07)',
  input: z.object({ msisdn: fields.portIn, zipCode: fields.zipCode }),
  output: z.object({
    eligible: z.boolean(),
    reason: z.optional(
      z.enum([
        'not_portable',
        'same_network',
        'pending_elsewhere',
        'no_coverage',
        'already_yours',
        'already_started',
      ]),
    ),
    message: z.string(),
    /** Before it can be sent: what this number’s old carrier wants to be told. */
    required: z.optional(z.array(portInField)),
    tempSubscriptionId: z.optional(z.string()),
    portInId: z.optional(z.string()),
  }),
  fieldNames: portInFieldNames,
});

/** These calls act on the customer's newest open port-in of the number. */
const saved = z.object({ ...said.shape, portInId: z.string(), status: portInStatus, warning });

const numberTaken = {
  message: 'This number can no longer be transferred. If it’s yours, please contact us.',
} as const;

const cancelAsked =
  'You asked us to cancel this transfer. Once that’s done, you can check the number again.';

const triedOut = {
  unchanged: 'Your old carrier already refused this. Please fix it, then send it again.',
  too_many_submits:
    'We asked your old carrier too often today. Ask them for the right details, and try again tomorrow.',
} as const;

/** Of a line that has a number: it gives that up for the one that comes. */
const replaced = {
  proof_required: proofRequired,
  moves_paused: movesPaused,
  number_locked:
    'This line’s number lock is on, so its number can’t be replaced. Turn it off on the line’s page first.',
  busy: 'Something else is under way on this line. Please try again in a moment.',
} as const;

export const updatePortIn = endpoint({
  name: 'updatePortIn',
  wire: 'POST /app/users/portin/temp/update',
  caller: 'customer',
  notForAgents: true,
  summary: 'Keeps the old carrier’s details with a port-in, without sending them (I08)',
  input: z.object({
    msisdn: fields.portIn,
    tempSubscriptionId: z.optional(id),
    oldService: z.optional(askedService),
    accountDetails: z.optional(accountDetails),
  }),
  output: saved,
  fieldNames: portInFieldNames,
  refusals: {
    not_open: 'You can’t change these details anymore: your number is on its way.',
    cancel_asked: cancelAsked,
  },
});

export const bringNumber = endpoint({
  name: 'bringNumber',
  wire: 'POST /app/users/portin/bring/number',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: ['lineId'],
  proofFor: 'move',
  summary:
    'Submits a port-in once it has a paid line: with the old carrier’s details, or at once with our SIM card (I09)',
  input: z.object({
    msisdn: fields.portIn,
    zipCode: fields.zipCode,
    tempSubscriptionId: id,
    oldService: z.optional(askedService),
    accountDetails: z.optional(accountDetails),
    activationDetails: z.optional(activationDetails),
    iccid: kept(fields.iccid),
    /** Sent by the specification's client; the server checks the ICCID itself. */
    isAttSim: z.optional(z.boolean()),
    lineId: z.optional(id),
  }),
  output: saved,
  fieldNames: portInFieldNames,
  refusals: {
    not_created:
      'We couldn’t start the transfer. Nothing changed at your old carrier. Please try again.',
    not_open: 'This transfer has ended. Please check the number again.',
    cancel_asked: cancelAsked,
    ...triedOut,
    other_number: { message: 'Please check this number first.', field: 'portIn' },
    pending_elsewhere:
      'Someone else is transferring this number right now. Please try again later.',
    number_taken: { ...numberTaken, field: 'portIn' },
    already_started: 'This number is already on its way. Your account shows its progress.',
    ...simRefusals,
    sim_mismatch: activateSim.refusals.sim_mismatch,
    ...replaced,
    line_not_ready: 'This line’s number can’t be replaced right now.',
    not_offered: 'On our network you can only bring a number to a new line. Choose a plan for it.',
  },
});

export const resubmitPortIn = endpoint({
  name: 'resubmitPortIn',
  wire: 'POST /app/users/portin/make/start',
  caller: 'customer',
  notForAgents: true,
  proofFor: 'move',
  summary: 'Re-submits a rejected port-in with what was wrong; the rest stays as it was (I10)',
  input: z.object({
    msisdn: fields.portIn,
    oldService: z.optional(oldService),
    accountDetails: z.optional(accountDetails),
    activationDetails: z.optional(activationDetails),
  }),
  output: saved,
  fieldNames: portInFieldNames,
  refusals: {
    not_created: bringNumber.refusals.not_created,
    not_open: bringNumber.refusals.not_open,
    cancel_asked: cancelAsked,
    ...triedOut,
    pending_elsewhere: bringNumber.refusals.pending_elsewhere,
    number_taken: bringNumber.refusals.number_taken,
    already_started: bringNumber.refusals.already_started,
    ...simRefusals,
    sim_mismatch: activateSim.refusals.sim_mismatch,
    sim_unknown: activateSim.refusals.sim_unknown,
    ...replaced,
  },
});

export const portInStep = z.object({
  status: portInStatus,
  at: z.string(),
  reason: z.nullable(portInReason),
});

export const portIn = z.object({
  id,
  msisdn: z.string(),
  zipCode: z.string(),
  status: portInStatus,
  message: z.string(),
  /** Needed before it goes on. After a rejection with `zip` or `address`, one of them is enough. */
  required: z.array(portInField),
  reason: z.nullable(portInReason),
  canFix: z.boolean(),
  canCancel: z.boolean(),
  cancelAsked: z.boolean(),
  /** Our retries ended after a day: a person looks into it, and the customer may re-submit. */
  stuck: z.boolean(),
  /** Until when a delay is said to last, and whether that day has passed. */
  delay: z.optional(z.object({ until: z.string(), isOver: z.boolean() })),
  /** Which details we have. They are never sent back. */
  given: z.object({
    billingAccount: z.boolean(),
    pinPassword: z.boolean(),
    zipCode: z.boolean(),
    names: z.boolean(),
    address: z.boolean(),
  }),
  oldCarrier: z.nullable(z.string()),
  /** Of the SIM that waits for the number. */
  simType: z.optional(simType),
  /** The old carrier's name as ours has it, where it is known. */
  donor: z.optional(z.string()),
  lineId: z.nullable(z.string()),
  /** It was here, and no line of the customer's has it any more. */
  hasLeft: z.optional(z.literal(true)),
  /** A `completed` one can only go to a new plan. */
  waitsForPlan: z.boolean(),
  waitsForPayment: z.boolean(),
  attempts: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  history: z.array(portInStep),
});
export type PortIn = z.infer<typeof portIn>;

export const listPortIns = endpoint({
  name: 'listPortIns',
  wire: 'GET /app/portins',
  caller: 'customer',
  summary: 'The customer’s port-ins, newest first',
  input: nothing,
  output: z.object({ portIns: z.array(portIn) }),
});

export const viewPortIn = endpoint({
  name: 'viewPortIn',
  wire: 'GET /app/portins/{id}',
  caller: 'customer',
  summary: 'Where a port-in stands',
  input: z.object({ id }),
  output: portIn,
});

export const cancelPortIn = endpoint({
  name: 'cancelPortIn',
  wire: 'POST /app/portins/{id}/cancel',
  caller: 'customer',
  notForAgents: true,
  summary:
    'Cancels a port-in while the old carrier has not let the number go; a status other than `cancelled`: it was asked, and has not answered yet',
  input: z.object({ id }),
  output: z.object({ ...said.shape, status: portInStatus }),
  refusals: {
    too_late: 'It’s too late to cancel: your number is already here or almost here.',
    not_offered: 'This transfer is on its way and can’t be canceled here. Please contact us.',
  },
});

export const orderedPortIn = z.object({
  tempSubscriptionId: id,
  msisdn: fields.yourNumber,
  zipCode: fields.zipCode,
  oldService: z.optional(oldService),
});
export type OrderedPortIn = z.infer<typeof orderedPortIn>;
