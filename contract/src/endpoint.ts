import * as z from 'zod/mini';
import { notOffered, type CarrierCapability } from './carrier-can.ts';
import type { Named, StaffRole } from './console/roles.ts';
import { type LineAct, refusalsOfAct } from './household-acts.ts';

type ObjectSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Wire = `${Method} /${string}`;

/** `customer` and `staff` need a valid token of theirs, `crm` the CRM's secret. */
export type Caller = 'anyone' | 'customer' | 'crm' | 'staff';

/**
 * `change`: used up by one action. `move`, of a number, a SIM or what is mailed: used up, and not
 * what opened the session where the customer has something else. `look`: the same, but not used up.
 */
export type ProofFor = 'change' | 'move' | 'look';

export type DocumentType = 'text/html' | 'application/pdf' | 'application/json' | 'text/csv';

export interface Refusal {
  readonly message: string;
  readonly field?: string;
}

export interface Endpoint<
  Input extends ObjectSchema = ObjectSchema,
  Output extends ObjectSchema = ObjectSchema,
  Reason extends string = string,
  Who extends Caller = Caller,
> {
  readonly name: string;
  readonly wire: Wire;
  readonly also?: readonly Wire[];
  readonly caller: Who;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly refusals: Readonly<Record<Reason, Refusal>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer is a file of this type, and `output` is empty. Failures stay JSON. */
  readonly document?: DocumentType;
  /** What errors call a field whose wire name is not in the field table. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /**
   * Needs a proof of the last ten minutes: always, or when one of these fields is given
   * (`proof_required`).
   */
  readonly freshProof?: true | readonly string[];
  /**
   * What becomes of that proof, or of the one that its verb asks for. Without: it is good for ten
   * minutes of the account's settings.
   */
  readonly proofFor?: ProofFor;
  /** A customer's token is sent and read when there is one. */
  readonly knowsCustomer?: true;
  /** Refused as `forbidden` in an agent's session (CRM entry). */
  readonly notForAgents?: true;
  /**
   * What it does with the line that `id`, or `lineId`, names: who may, says the table of
   * `household-acts.ts` (P04). Refused as `holder_only` or `member_only`.
   */
  readonly act?: LineAct;
  /** Refused as `not_offered` where the brand's carrier offers none of these. */
  readonly needs?: CarrierCapability | readonly CarrierCapability[];
  /** Of staff, these alone; others are refused as `forbidden`. */
  readonly roles?: readonly StaffRole[];
  /** And of those only who is trained to help survivors (P05). */
  readonly trained?: true;
  /**
   * What the path's `id` is of: `not_verified` before this member of staff has verified the customer
   * whose it is.
   */
  readonly verified?: Named;
  /** Fields that the audit keeps, besides who, when, from where, whose and how it ended. */
  readonly audited?: readonly string[];
  /** Shows nothing of a customer's, and changes nothing: the audit leaves it out. */
  readonly unaudited?: true;
  /** A field as large as a file; of staff it may also be the whole body, as `text/csv`. */
  readonly file?: string;
}

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
export type ReasonOf<E extends Endpoint> = keyof E['refusals'] & string;

/**
 * A refusal it does not list does not compile. @param spec `refusals` maps a past fact
 * (`code_expired`) to its English sentence, which is also its id in the catalogs.
 */
export function endpoint<
  Input extends ObjectSchema,
  Output extends ObjectSchema,
  const Who extends Caller,
  const Reason extends string = never,
>(spec: {
  name: string;
  wire: Wire;
  also?: readonly Wire[];
  caller: Who;
  summary: string;
  input: Input;
  output: Output;
  refusals?: Record<Reason, string | Refusal>;
  headers?: Record<string, string>;
  document?: DocumentType;
  fieldNames?: Readonly<Record<string, string>>;
  freshProof?: true | readonly string[];
  proofFor?: ProofFor;
  knowsCustomer?: true;
  notForAgents?: true;
  act?: LineAct;
  needs?: CarrierCapability | readonly CarrierCapability[];
  roles?: readonly StaffRole[];
  trained?: true;
  verified?: Named;
  audited?: readonly string[];
  unaudited?: true;
  file?: string;
}): Endpoint<Input, Output, Reason, Who> {
  const named = {
    ...(spec.freshProof && { proof_required: proofRequired }),
    ...(spec.needs && { not_offered: notOffered }),
    ...(spec.act && refusalsOfAct(spec.act)),
    ...spec.refusals,
  };
  const refusals = Object.fromEntries(
    Object.entries<string | Refusal>(named).map(([reason, refusal]) => [
      reason,
      typeof refusal === 'string' ? { message: refusal } : refusal,
    ]),
  ) as Record<Reason, Refusal>;
  return { ...spec, refusals, headers: spec.headers ?? {} };
}

/** What a proof is for: `by` names no more than this action (`POST /app/users/step-up`). */
export function actionOf({ name }: Endpoint, input: Record<string, unknown>): string {
  const about = lineNamed(input);
  return about === undefined ? name : `${name} ${about}`;
}

/** What a call with `act` names: `id`, or `lineId`. */
export function lineNamed(input: Record<string, unknown>): string | undefined {
  const about = input['id'] ?? input['lineId'];
  return typeof about === 'string' ? about : undefined;
}

export const proofRequired = 'Please confirm it’s you.';

export const nothing = z.object({});
export const said = z.object({ message: z.string() });

export function fillPath(wire: Wire, input: Record<string, unknown>) {
  const [method, pattern] = wire.split(' ') as [Method, string];
  const used = new Set<string>();
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    used.add(field);
    return encodeURIComponent(String(input[field]));
  });
  return { method, path, used };
}
