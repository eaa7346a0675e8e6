/** Stripe's wire: bodies and queries are forms with brackets, and every name is checked. */

type Wire = string | { [name: string]: Wire } | Wire[];
export type Fields = Record<string, Wire>;

/** An answer that is not 200, in Stripe's envelope. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}) =>
  new StripeProblem(400, { type: 'invalid_request_error', message, ...more });

export const missing = (what: string, id: string, param = 'id') =>
  new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** `metadata[key]=a&expand[0]=b`, as the SDK writes it. */
export function readForm(form: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at: Record<string, Wire> = fields;
    for (const step of path.slice(0, -1)) {
      const next = (at[step] ??= {});
      if (typeof next === 'string') throw invalid(`Invalid ${name}`);
      at = next as Record<string, Wire>;
    }
    at[path.at(-1) ?? name] = value;
  }
  return withLists(fields) as Fields;
}

function withLists(wire: Wire): Wire {
  if (typeof wire === 'string') return wire;
  const entries = Object.entries(wire).map(([name, value]) => [name, withLists(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** What an endpoint takes: all other names are refused, as Stripe refuses them. */
export type Shape =
  | 'text'
  /** As the long fields of a dispute's evidence. */
  | 'long'
  | 'integer'
  | 'flag'
  | 'map'
  | readonly string[]
  | { list: Shape }
  | { readonly [name: string]: Shape };

export function checkFields(fields: Fields, shape: Record<string, Shape>, required: string[] = []) {
  for (const name of required) {
    if (fields[name] === undefined) {
      const message = `Missing required param: ${name}.`;
      throw invalid(message, { code: 'parameter_missing', param: name });
    }
  }
  for (const [name, value] of Object.entries(fields)) checkOne(name, value, shape[name]);
}

export function checkAddress(fields: Fields, name: string): void {
  const url = textOf(fields, name);
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    throw invalid('Not a valid URL', { code: 'url_invalid', param: name });
  }
}

function checkOne(name: string, value: Wire, shape: Shape | undefined): void {
  if (shape === undefined) {
    const message = `Received unknown parameter: ${name}`;
    throw invalid(message, { code: 'parameter_unknown', param: name });
  }
  if (typeof shape === 'string' || Array.isArray(shape)) {
    if (!holds(value, shape as Exclude<Shape, object> | readonly string[])) {
      const code = shape === 'integer' ? 'parameter_invalid_integer' : 'parameter_invalid';
      throw invalid(`Invalid ${name}: ${JSON.stringify(value)}`, { code, param: name });
    }
    return;
  }
  if (typeof value === 'string') throw invalid(`Invalid ${name}`, { param: name });
  const inner = shape as Record<string, Shape>;
  for (const [step, part] of Object.entries(value)) {
    checkOne(`${name}[${step}]`, part, Array.isArray(value) ? inner['list'] : inner[step]);
  }
}

function holds(value: Wire, shape: Exclude<Shape, object> | readonly string[]) {
  if (shape === 'map') {
    // Stripe keeps no more, and cuts nothing: it refuses.
    const kept = (name: string, one: Wire) =>
      name.length <= 40 && typeof one === 'string' && one.length <= 500;
    return (
      typeof value === 'object' && Object.entries(value).every(([name, one]) => kept(name, one))
    );
  }
  if (typeof value !== 'string') return false;
  if (shape === 'integer') return /^\d{1,10}$/.test(value);
  if (shape === 'flag') return value === 'true' || value === 'false';
  if (shape === 'text' || shape === 'long') {
    return value !== '' && value.length <= (shape === 'text' ? 5000 : 20_000);
  }
  return shape.includes(value);
}

export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

export const listOf = (fields: Fields, name: string): string[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

export const mapOf = (fields: Fields, name: string): Record<string, string> => {
  const value = fields[name];
  return value && typeof value === 'object' ? (value as Record<string, string>) : {};
};
