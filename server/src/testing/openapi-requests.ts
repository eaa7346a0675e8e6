import { Ajv, type AnySchemaObject } from 'ajv';

/** As it went over the wire. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: object;
  /** Of a form in parts: the fields that are files. */
  readonly files?: readonly string[];
}

/** As much of an OpenAPI 3 description as tells what may be sent. */
export interface ApiDescription {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: AnySchemaObject;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: AnySchemaObject }>>;
  };
}

/** One line for each request that the description does not allow. */
export function descriptionErrors(
  api: ApiDescription,
  requests: readonly AskedRequest[],
): string[] {
  // A form has only text: numbers and flags are read out of it.
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, logger: false });
  return requests.flatMap(({ method, path, fields, files }) => {
    const operation = operationOf(api, method, path);
    if (!operation) return [`${method} ${path}: there is no such call`];
    const schema = closed({ ...fieldsOf(operation, method, files), components: api.components });
    if (ajv.validate(schema, structuredClone(inText(fields, files)))) return [];
    const why = (ajv.errors ?? []).map(({ instancePath, message, params }) => {
      const names = Object.values(params).filter((one) => typeof one === 'string');
      return [instancePath, message, ...names].filter(Boolean).join(' ');
    });
    return [`${method} ${path}: ${why.join('; ')}`];
  });
}

/** A path that is written out wins over one with a name in braces. */
function operationOf({ paths }: ApiDescription, method: string, path: string) {
  const fits = (template: string) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const template = path in paths ? path : Object.keys(paths).find(fits);
  return template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
}

/** What a file holds is text to a description. */
const inText = (fields: object, files: AskedRequest['files'] = []) => ({
  ...fields,
  ...Object.fromEntries(files.map((name) => [name, 'bytes'])),
});

function fieldsOf(
  { parameters = [], requestBody }: Operation,
  method: string,
  files: AskedRequest['files'],
): AnySchemaObject {
  if (method === 'POST') {
    const type = files ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
    const form = requestBody?.content[type];
    return form?.schema ?? { type: 'object', properties: {} };
  }
  const named = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema = {} }) => [name, schema])),
    required: named.filter((one) => one.required).map(({ name }) => name),
  };
}

/** Names that are not there are mistakes, wherever an object says its names. */
function closed(schema: AnySchemaObject): AnySchemaObject {
  const walked = Object.entries(schema).map(([name, part]) => [name, closedPart(part)] as const);
  const all = Object.fromEntries(walked);
  const isOpen = all['properties'] && all['additionalProperties'] === undefined;
  return isOpen ? { ...all, additionalProperties: false } : all;
}

function closedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closedPart);
  return typeof part === 'object' && part !== null ? closed(part) : part;
}
