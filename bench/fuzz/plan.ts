import { gzipSync } from 'node:zlib';
import type { Method } from '@portside/contract/endpoint';
import { chanceOf, type Chance } from './chance.ts';

/** Who calls: nobody, a customer, an agent of the carrier in that customer's account, staff. */
export const callers = ['nobody', 'customer', 'agent', 'admin'] as const;
type CallerName = (typeof callers)[number];

/** What can be called, with an input that fits. */
export interface Target {
  readonly name: string;
  readonly method: Method;
  /** With its fields in braces. */
  readonly path: string;
  readonly right: Readonly<Record<string, unknown>>;
  readonly endsSession: boolean;
  /** Fields that go as headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A call to be sent; in place of `«id 7»` stands the id that came seventh. */
export interface Planned {
  readonly number: number;
  readonly target: string;
  readonly caller: CallerName;
  readonly twist: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
  /** Its body ends before it was said to. */
  readonly isCut: boolean;
}

const DEEP = 1000;
/** Over what a body may have. */
const TOO_LARGE = 70_000;

const deep = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);
const prototypes = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** What stands in place of a value. */
const values: readonly ((chance: Chance) => unknown)[] = [
  () => undefined,
  () => null,
  () => '',
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => [],
  () => ({}),
  () => [[[[{}]]]],
  () => JSON.parse(deep('[', ']')) as unknown,
  (chance) => JSON.parse(`{"${chance.of(prototypes)}":{"isAdmin":true,"toString":1}}`) as unknown,
  (chance) => chance.of(prototypes),
  (chance) => 'x'.repeat(chance.of([1, 255, 256, 1025, 9000])),
  () => 'a\0b',
  () => 'half \uD800',
  () => '\u202Eright to left\u0000',
  () => '🛳️'.repeat(40),
  () => 'ﷺ'.repeat(300),
  () => 'Ａ１＠ｅｘａｍｐｌｅ．ｃｏｍ',
  () => 'line\r\nX-Injected: 1',
  () => '../../../../etc/passwd',
  () => '%00%2e%2e%2f',
  () => `'; drop table customers; --`,
  () => '" or 1=1',
  () => '{{constructor.constructor("return 1")()}} ${7*7} {oops, plural, {x}',
  () => '<img src=x onerror=alert(1)>',
  () => '2026-02-31T25:61:00Z',
  () => '0x10',
  () => '٣٣٣',
  () => ({ length: 3, 0: 'x' }),
  (chance) => `«id ${chance.under(1000)}»`,
];

type Twist = (call: Mutable, chance: Chance) => void;
interface Mutable {
  method: string;
  path: string;
  headers: [string, string][];
  body: string | Buffer;
  isCut: boolean;
}

const setHeader = (call: Mutable, name: string, value: string) => {
  call.headers = call.headers.filter(([one]) => one !== name);
  call.headers.push([name, value]);
};

/** What is done to a whole call. */
const twists: Readonly<Record<string, Twist>> = {
  'another method': (call, chance) => {
    call.method = chance.of(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'BREW']);
  },
  'another content type': (call, chance) => {
    const types = ['text/plain', 'application/xml', 'multipart/form-data', 'text/csv', '', ';;'];
    setHeader(call, 'content-type', chance.of([...types, 'application/json; charset=utf-16']));
  },
  'a header missing': (call, chance) => {
    const name = chance.of(['x-api-key', 'company-code', 'mvnoid', 'host', 'content-type']);
    call.headers = call.headers.filter(([one]) => one !== name);
  },
  'a header twice': (call, chance) => {
    const name = chance.of(['x-api-key', 'mvnoid', 'host', 'content-type', 'authorization']);
    call.headers.push([name, chance.of(['7', 'x', 'application/json', 'Bearer x'])]);
  },
  'an odd header': (call, chance) => {
    const name = chance.of(['accept-language', 'x-mid', 'dpop', 'x-forwarded-for', 'user-agent']);
    setHeader(
      call,
      name,
      chance.of(['\u00ff'.repeat(50), ',,,;q=', '__proto__', 'x'.repeat(7000)]),
    );
  },
  'headers without end': (call) => setHeader(call, 'x-long', 'x'.repeat(40_000)),
  'a token that is none': (call, chance) => {
    const tokens = [
      'Bearer ',
      'Bearer a.b.c',
      `Bearer ${'a'.repeat(43)}`,
      'Basic eDp4',
      'Bearer Ω',
    ];
    setHeader(call, 'authorization', chance.of(tokens));
  },
  'a cut body': (call) => {
    call.isCut = true;
  },
  'no JSON': (call, chance) => {
    call.body = chance.of([
      '{',
      '{"a":',
      'null',
      '[]',
      '"x"',
      '1',
      '[{}]',
      '',
      '\ufeff{}',
      '{"a":NaN}',
    ]);
  },
  'a deep body': (call, chance) => {
    call.body = chance.of([
      deep('[', ']'),
      deep('{"a":', '}').replace('}', '1}'),
      '['.repeat(DEEP),
    ]);
  },
  'names of the prototype': (call) => {
    call.body = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
  },
  'a large body': (call) => {
    call.body = JSON.stringify({ a: 'x'.repeat(TOO_LARGE) });
  },
  'many fields': (call) => {
    const fields = Array.from({ length: 3000 }, (_, at) => [`f${at}`, at]);
    call.body = JSON.stringify(Object.fromEntries(fields));
  },
  'a compressed body': (call) => {
    call.body = gzipSync(call.body);
    setHeader(call, 'content-encoding', 'gzip');
  },
  'broken bytes': (call) => {
    call.body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x7d]);
  },
  'an odd path': (call, chance) => {
    call.path += chance.of([
      '/',
      '//',
      '/..',
      '/%2e%2e',
      '?a[]=1&a=2&__proto__[x]=1',
      '%',
      '/%00',
      '#',
    ]);
  },
};

export function planOf(
  seed: number,
  targets: readonly Target[],
  shop: Readonly<Record<string, string>>,
) {
  const chance = chanceOf(seed);
  return (number: number): Planned => planned(number, chance, targets, shop);
}

function planned(
  number: number,
  chance: Chance,
  targets: readonly Target[],
  shop: Readonly<Record<string, string>>,
): Planned {
  // Each in turn, so that none is left out of a short run.
  const target = targets[number % targets.length] ?? chance.of(targets);
  const drawn = chance.of(callers);
  // Who logs in again waits for the next code of the authenticator.
  const caller = target.endsSession && drawn === 'admin' ? 'agent' : drawn;
  const { input, broken } = inputOf(target, chance);
  const call = callOf(target, input, shop, caller);
  const twist = chance.percent(35) ? chance.of(Object.keys(twists)) : undefined;
  if (twist !== undefined) twists[twist]?.(call, chance);
  return {
    ...call,
    number,
    target: target.name,
    caller,
    twist: [...broken, ...(twist === undefined ? [] : [twist])].join(', ') || 'as it is',
  };
}

/** Fits but for a few fields; what names something names, often, what is there. */
function inputOf({ right }: Target, chance: Chance) {
  const input: Record<string, unknown> = { ...right };
  const broken: string[] = [];
  const fields = Object.keys(right);
  for (const field of fields) {
    const namesSomething = /(?:^id|Id|^payment)$/.test(field);
    if (namesSomething && chance.percent(70)) input[field] = `«id ${chance.under(1000)}»`;
  }
  for (let count = fields.length === 0 ? 0 : chance.under(4); count > 0; count -= 1) {
    const field = chance.of(fields);
    input[field] = chance.of(values)(chance);
    broken.push(field);
  }
  return { input, broken };
}

const printable = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

function callOf(
  { method, path, headers: asHeaders }: Target,
  input: Readonly<Record<string, unknown>>,
  shop: Readonly<Record<string, string>>,
  caller: CallerName,
): Mutable {
  const rest: Record<string, unknown> = {};
  const headers: [string, string][] = [['host', 'fuzz.example'], ...Object.entries(shop)];
  if (caller !== 'nobody') headers.push(['authorization', `«${caller}»`]);
  const inPath = new Set(path.match(/(?<=\{)\w+(?=\})/g));
  for (const [field, value] of Object.entries(input)) {
    const header = asHeaders[field];
    if (inPath.has(field) || value === undefined) continue;
    if (header !== undefined) headers.push([header, printable(value).slice(0, 4000)]);
    else rest[field] = value;
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(printable(input[field])).slice(0, 3000),
  );
  if (method === 'GET') {
    const query = new URLSearchParams();
    for (const [field, value] of Object.entries(rest)) query.append(field, printable(value));
    const text = String(query).slice(0, 6000);
    return { method, path: text ? `${filled}?${text}` : filled, headers, body: '', isCut: false };
  }
  headers.push(['content-type', 'application/json']);
  return { method, path: filled, headers, body: JSON.stringify(rest), isCut: false };
}
