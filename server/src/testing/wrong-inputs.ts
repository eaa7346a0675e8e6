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

/** Each input with one field made wrong, with the name of what was done; `known` are better values. */
export function wrongInputs({ input }: Endpoint, known: Input): { name: string; input: Input }[] {
  const base = { ...rightInput(input), ...known };
  return Object.keys(shapeOf(input)).flatMap((field) =>
    Object.entries(wrong).map(([kind, value]) => ({
      name: `${field}: ${kind}`,
      input: { ...base, [field]: value },
    })),
  );
}
