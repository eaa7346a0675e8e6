import * as z from 'zod/mini';
import { endpoint, proofRequired, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { lineEnded, lineId } from './period.ts';

/** Tells who issued a card, not that it can be activated (G05). */
const carrierSimPrefixes = ['890141', '8901410', '8901030', '8901280'] as const;

export function isCarrierSim(iccid: string): boolean {
  return carrierSimPrefixes.some((prefix) => iccid.startsWith(prefix));
}

export const simSentences = {
  ready:
    "Your existing SIM card is all set for porting. No new SIM card is required, and you're ready to proceed with the next steps.",
  needed: "Your porting requires a new SIM card. No action needed; we'll handle it for you!",
  inUse: 'This SIM is already in use. Check the number, or contact us.',
} as const;

export const deviceSentences = {
  esim: 'Your phone works with our network, and it can use an eSIM.',
  physical: 'Your phone works with our network. It has no eSIM, so it needs a SIM card.',
  locked: 'This phone is locked to another carrier. Ask them to unlock it first.',
  blocked: 'This phone was reported lost or stolen and can’t be activated.',
} as const;

export const simRefusals = {
  sim_in_use: { message: simSentences.inUse, field: 'iccid' },
  sim_unknown: {
    message: 'This is not one of our SIM cards. Check the number, or contact us.',
    field: 'iccid',
  },
  device_locked: { message: deviceSentences.locked, field: 'imei' },
  device_blocked: { message: deviceSentences.blocked, field: 'imei' },
} as const;

export const checkSim = endpoint({
  name: 'checkSim',
  wire: 'POST /app/sim/check',
  caller: 'anyone',
  summary: 'Whether a SIM card can be used, or a new one is needed (G05, G06)',
  input: z.object({ iccid: fields.simNumber }),
  output: z.object({
    iccid: z.string(),
    isCarrierSim: z.boolean(),
    newSimRequired: z.boolean(),
    inUse: z.boolean(),
    message: z.string(),
    /** Accepted although the number looks mistyped. */
    warning: z.optional(z.string()),
  }),
  fieldNames: { iccid: 'simNumber' },
});

export const checkDevice = endpoint({
  name: 'checkDevice',
  wire: 'POST /app/devices/check',
  caller: 'anyone',
  needs: 'checkDevice',
  summary: 'Whether a phone works with our network',
  input: z.object({ imei: fields.imei }),
  output: z.object({
    tac: z.string(),
    compatible: z.boolean(),
    esim: z.boolean(),
    locked: z.boolean(),
    blocked: z.boolean(),
    message: z.string(),
    warning: z.optional(z.string()),
  }),
});

export const esimState = z.enum([
  'preparing',
  'ready',
  'downloaded',
  'installed',
  'enabled',
  'disabled',
  'deleted',
  'error',
  'unknown',
]);
export type EsimState = z.infer<typeof esimState>;

export const viewEsim = endpoint({
  name: 'viewEsim',
  wire: 'GET /app/lines/{id}/esim',
  caller: 'customer',
  act: 'use',
  freshProof: true,
  proofFor: 'look',
  notForAgents: true,
  summary: 'The eSIM of a line: a secret until it is installed, masked afterwards',
  input: z.object({ id: lineId }),
  output: z.object({
    state: esimState,
    /** `LPA:1$…`, the QR code's text; empty while prepared, masked once installed. */
    activationCode: z.string(),
    masked: z.boolean(),
    smdpAddress: z.string(),
    matchingId: z.string(),
    confirmationCode: z.optional(z.string()),
    installUrls: z.nullable(z.object({ ios: z.string(), android: z.string() })),
    message: z.string(),
  }),
  refusals: {
    no_esim: 'This line has a SIM card, not an eSIM.',
  },
});

export const activateSim = endpoint({
  name: 'activateSim',
  wire: 'POST /app/lines/{id}/sim',
  caller: 'customer',
  act: 'use',
  notForAgents: true,
  proofFor: 'move',
  summary: 'Activates the SIM card of a line: checks its number, and goes on where the line waited',
  input: z.object({ id: lineId, iccid: z.optional(fields.iccid) }),
  output: z.object({ ...said.shape, iccid: z.string(), warning: z.optional(z.string()) }),
  refusals: {
    proof_required: proofRequired,
    line_ended: lineEnded,
    no_card: 'This line has an eSIM, not a SIM card.',
    iccid_needed: { message: 'Please enter ICCID number', field: 'iccid' },
    sim_in_use: simRefusals.sim_in_use,
    sim_unknown: simRefusals.sim_unknown,
    sim_mismatch: {
      message: 'This is not the SIM card we sent for this line. Check the number, or contact us.',
      field: 'iccid',
    },
  },
});
