import * as z from 'zod/mini';

/** Any object schema: an endpoint's input and output are flat JSON objects. */
type ObjectSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;

/** The HTTP methods of the specification's calls (section 7). */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Method and path as they stand on the wire; `{name}` in the path is a field of the input. */
export type Wire = `${Method} /${string}`;

/**
 * Who may call. `anyone`: no token is asked (one that is sent is read where it helps).
 * `customer`: a valid token is needed, else 401. `crm`: the CRM's own secret.
 */
export type Caller = 'anyone' | 'customer' | 'crm';

/** A file that a call answers with instead of JSON (decision "Documents"). */
export type DocumentType = 'text/html' | 'application/pdf' | 'text/csv';

/** A named refusal: the sentence people read, and the field it belongs to, if it belongs to one. */
export interface Refusal {
  readonly message: string;
  readonly field?: string;
}

/** What a call promises, for browser and server alike. Made by {@link endpoint}. */
export interface Endpoint<
  Input extends ObjectSchema = ObjectSchema,
  Output extends ObjectSchema = ObjectSchema,
  Reason extends string = string,
  Who extends Caller = Caller,
> {
  readonly name: string;
  readonly wire: Wire;
  /** Other spellings that answer alike (requirements.md, decisions on I12, I14, I17). */
  readonly also?: readonly Wire[];
  readonly caller: Who;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly refusals: Readonly<Record<Reason, Refusal>>;
  /** Input fields that travel as headers: field name to header name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer is a file of this type; failures stay JSON, and `output` says nothing. */
  readonly document?: DocumentType;
  /** What an error calls a field whose wire name is not the one of the table (decision `field`). */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /**
   * The customer must have proven within ten minutes to be the owner: always, or when one of these
   * input fields is there. Without it the call is refused with `proof_required`; the dialog asks
   * and the call is repeated. What needs it is never for an agent.
   */
  readonly freshProof?: true | readonly string[];
  /** Anyone may call it, and a customer's token, where there is one, is sent and read. */
  readonly knowsCustomer?: true;
  /** Refused as `forbidden` in a session that an agent of the carrier opened (CRM entry). */
  readonly notForAgents?: true;
}

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
export type ReasonOf<E extends Endpoint> = keyof E['refusals'] & string;

/**
 * Declares a call: wire name, caller, input, output and every refusal by name. The server serves
 * it, the browser calls it, the API description is made from it; an unlisted refusal is a type error.
 * @param spec `refusals` maps a past fact (`code_expired`) to its English sentence, which is also
 *   the message's id in the word catalogues.
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
  knowsCustomer?: true;
  notForAgents?: true;
}): Endpoint<Input, Output, Reason, Who> {
  const named = { ...(spec.freshProof && { proof_required: proofRequired }), ...spec.refusals };
  const refusals = Object.fromEntries(
    Object.entries<string | Refusal>(named).map(([reason, refusal]) => [
      reason,
      typeof refusal === 'string' ? { message: refusal } : refusal,
    ]),
  ) as Record<Reason, Refusal>;
  return { ...spec, refusals, headers: spec.headers ?? {} };
}

/** The refusal of every call that needs a fresh proof and came without. */
export const proofRequired = 'Please confirm it’s you.';

/** An endpoint without payload. */
export const nothing = z.object({});
/** The answer of every changing call has a sentence for the customer. */
export const said = z.object({ message: z.string() });

/** The request line of a wire, its `{name}`s filled from the input. */
export function fillPath(wire: Wire, input: Record<string, unknown>) {
  const [method, pattern] = wire.split(' ') as [Method, string];
  const used = new Set<string>();
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    used.add(field);
    return encodeURIComponent(String(input[field]));
  });
  return { method, path, used };
}
