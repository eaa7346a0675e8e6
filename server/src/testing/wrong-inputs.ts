import type { Endpoint } from '@portside/contract/endpoint';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;
type Input = Record<string, unknown>;

/** Values of every kind that some field of the contract takes. */
const right: readonly unknown[] = [
  'maya@example.com',
  'Lantern8#',
  'Noa',
  '10038',
  'NY',
  'US',
  '2125550123',
  '+12125550123',
  '8901410000000000005',
  '490154203237518',
  '123456',
  '12345',
  'esim',
  'user',
  'en',
  'about',
  'A1b2c3d4e5',
  7,
  true,
];

/** What programs, old pages and attackers send in place of a value. */
const wrong: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  empty: '',
  'too short': 'x',
  'too long': 'x'.repeat(9_000),
  braces: '{oops, plural, {x}',
  markup: '<script>"\'; drop table customers; --',
  'a null character': 'abc\0defghij',
  'half a character': 'abcdefgh\uD800',
  'control signs': 'abcdefgh\u0007\r\n',
  zero: 0,
  'a large number': 1e308,
  'a negative number': -1,
  true: true,
  'an object': { id: 'x', length: 3 },
  'an empty object': {},
  'a list': ['x', 'y'],
  'a deep list': [[[[{}]]]],
};

/** The fields of an object schema. */
function shapeOf(schema: unknown): Readonly<Record<string, Schema>> {
  const { def } = (schema as { _zod: { def: { shape?: Record<string, Schema> } } })._zod;
  return def.shape ?? {};
}

/** A value that a field takes; undefined where only nothing will do. */
function rightFor(field: Schema): unknown {
  const found = right.find((value) => field.safeParse(value).success);
  if (found !== undefined) return found;
  const inner = innermost(field);
  const shape = shapeOf(inner);
  if (Object.keys(shape).length > 0) return rightInput(inner);
  return undefined;
}

function innermost(field: unknown): unknown {
  const { def } = (field as { _zod: { def: { innerType?: unknown } } })._zod;
  return def.innerType === undefined ? field : innermost(def.innerType);
}

/** Something for every field, so that what is refused is the one that is made wrong. */
export function rightInput(schema: unknown): Input {
  const entries = Object.entries(shapeOf(schema)).map(([name, field]) => [name, rightFor(field)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Input;
}

interface WrongInput {
  readonly name: string;
  readonly input: Input;
  /** Names, as they are told, of what is wrong whatever the other fields say. */
  readonly told: readonly string[];
}

/** In a path all that is no text is one more word: null, 7 or [object Object]. */
const ONE_WORD = 'an object';
const isPath = ({ wire }: Endpoint, field: string) => wire.includes(`{${field}}`);

/** Of the longest ones so many fit into a body that is read. */
const MOST_BYTES = 50_000;

/**
 * Each input with one field made wrong, with the name of what was done; `known` are better values.
 * Fields of a body that one thing makes wrong, each by itself, are so in one input: they are told at once.
 */
export function wrongInputs(endpoint: Endpoint, known: Input): WrongInput[] {
  const base = { ...rightInput(endpoint.input), ...known };
  const fields = Object.keys(shapeOf(endpoint.input));
  return Object.entries(wrong).flatMap(([kind, value]) => {
    const all = fields
      .filter((field) => typeof value === 'string' || !isPath(endpoint, field) || kind === ONE_WORD)
      .map((field) => ({ field, told: toldOf(endpoint, field, value) }));
    const most = Math.floor(MOST_BYTES / (JSON.stringify(value)?.length ?? 1));
    const [wrongThere, others] = [true, false].map((isTold) =>
      all.filter(({ told }) => told.length > 0 === isTold),
    ) as [typeof all, typeof all];
    const inputs = [...inParts(wrongThere, most), ...others.map((one) => [one])];
    return inputs.map((part) => ({
      name: `${part.map(({ field }) => field).join(', ')}: ${kind}`,
      input: { ...base, ...Object.fromEntries(part.map(({ field }) => [field, value])) },
      told: part.flatMap(({ told }) => told),
    }));
  });
}

function inParts<T>(all: readonly T[], most: number): T[][] {
  return all.length === 0 ? [] : [all.slice(0, most), ...inParts(all.slice(most), most)];
}

/** What is said of this value of a field in a body, whatever is beside it. */
function toldOf(endpoint: Endpoint, field: string, value: unknown): string[] {
  const { input, wire, headers, fieldNames } = endpoint;
  if (wire.startsWith('GET') || isPath(endpoint, field) || field in headers) return [];
  const sent = value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
  const issues = shapeOf(input)[field]?.safeParse(sent).error?.issues ?? [];
  return issues
    .map(({ path }) => String(path.at(-1) ?? field))
    .map((name) => fieldNames?.[name] ?? name);
}
