import type { Env } from './setting-files.ts';
import type { Setting, SettingKind } from './setting-kinds.ts';

/** What is inside without any setting, and the kinds that settings tell. */
export interface PortRow {
  readonly inside: string;
  readonly outside: readonly SettingKind[];
}

type Values = Readonly<Record<string, string>>;

/** By port: `kind`, and what the adapter needs. */
export type PortValues = Readonly<Record<string, Values>>;

interface Told {
  readonly kind: SettingKind;
  /** A setting that tells it. */
  readonly by: string;
}

/** `STRIPE_SECRET_KEY__MESA`: how a brand's id is written in a setting. */
const suffixOf = (brandId: string) => `__${brandId.toUpperCase().replaceAll('-', '_')}`;

/** Each brand's kinds are told by the settings that are there; all problems are named at once. */
export function settingReader(table: Readonly<Record<string, PortRow>>) {
  const all = Object.values(table).flatMap(({ outside }) =>
    outside.flatMap(({ settings }) => Object.values(settings).map(({ name }) => name)),
  );
  const names: readonly string[] = [...new Set(all)];

  function read(env: Env, brandIds: readonly string[], problems: string[]) {
    const found = new Set(brandIds.length > 0 ? strayBrands(env, names, brandIds) : []);
    const setFor = (end: string, into: Set<string>): PortValues =>
      Object.fromEntries(
        Object.entries(table).map(([port, row]) => [port, readPort(env, port, row, end, into)]),
      );
    const usual = setFor('', brandIds.length > 0 ? new Set() : found);
    const brands = Object.fromEntries(brandIds.map((id) => [id, setFor(suffixOf(id), found)]));
    problems.push(...found);
    return { usual, brands };
  }

  return { names, isKnown: (name: string) => names.includes(name.replace(/__.+$/, '')), read };
}

/** A brand's setting that nobody reads would leave the brand with another one's account. */
function strayBrands(env: Env, names: readonly string[], brandIds: readonly string[]): string[] {
  const ends = brandIds.map(suffixOf);
  const known = `the brands are ${ends.map((one) => one.slice(2)).join(', ')}`;
  return Object.keys(env).flatMap((name) => {
    const setting = names.find((one) => name.startsWith(`${one}_`));
    if (!setting || names.includes(name)) return [];
    const end = name.slice(setting.length).replace(/_FILE$/, '');
    if (end === '' || ends.includes(end)) return [];
    const file = name.endsWith('_FILE') ? '_FILE' : '';
    if (ends.includes(`_${end}`)) {
      return [`${name}: two underscores before the brand, ${setting}_${end}${file}`];
    }
    if (end.startsWith('_FILE__')) {
      return [`${name}: _FILE comes last, ${setting}${end.slice('_FILE'.length)}_FILE`];
    }
    return end.startsWith('__') ? [`${name}: there is no brand ${end.slice(2)}; ${known}`] : [];
  });
}

/** What a brand sets for itself decides; what is set for all brands completes it. */
function readPort(
  env: Env,
  port: string,
  { inside, outside }: PortRow,
  end: string,
  found: Set<string>,
): Values {
  const own = end ? toldBy(env, outside, end) : [];
  const told = own.length > 0 ? own : toldBy(env, outside, '');
  const [one] = told;
  if (one && told.length === 1) return readKind(env, one, end, found) ?? { kind: inside };
  if (one) {
    const names = told.map(({ by }) => by).join(' and ');
    const kinds = told.map(({ kind }) => kind.about).join(' or ');
    found.add(`${names} are both set: ${port} is either ${kinds}`);
  }
  return { kind: inside };
}

function toldBy(env: Env, kinds: readonly SettingKind[], end: string): Told[] {
  return kinds.flatMap((kind) => {
    const by = Object.values(kind.settings)
      .filter(({ shared }) => !shared)
      .map(({ name }) => name + end)
      .find((name) => env[name] !== undefined);
    return by ? [{ kind, by }] : [];
  });
}

function readKind(
  env: Env,
  { kind, by }: Told,
  end: string,
  found: Set<string>,
): Values | undefined {
  const values: Record<string, string> = { kind: kind.kind };
  let isWhole = true;
  for (const [field, setting] of Object.entries(kind.settings)) {
    const account = accountOf(kind, setting);
    const isGiven = (one: Setting, at: string) => env[one.name + at] !== undefined;
    // Keys of one account are never mixed with another's.
    const isOwn = end !== '' && account.some((one) => isGiven(one, end));
    const name = setting.name + (isOwn ? end : '');
    const text = env[name]?.trim() ?? setting.default;
    const other = account.find((one) => isGiven(one, isOwn ? end : ''));
    if (text === undefined && setting.optional && !other) continue;
    if (text !== undefined && isRight(setting, text)) {
      values[field] = setting.address ? text.replace(/\/+$/, '') : text;
      continue;
    }
    isWhole = false;
    const given = other ? other.name + (isOwn ? end : '') : by;
    const isLines = text !== undefined && /[\r\n]/.test(text) && !setting.lines;
    found.add(
      text === undefined
        ? `${given} is set, so ${name} is needed: ${setting.about}`
        : `${name} is ${setting.about}${isLines ? ', in one line' : ''}`,
    );
  }
  return isWhole ? values : undefined;
}

const accountOf = ({ settings }: SettingKind, setting: Setting): readonly Setting[] =>
  setting.group === undefined
    ? [setting]
    : Object.values(settings).filter(({ group }) => group === setting.group);

/** A line's end in a key would be refused by each call, in an error that shows the key. */
function isRight({ check, address, lines }: Setting, text: string): boolean {
  if (!lines && /\p{Cc}/u.test(text)) return false;
  if (check && !check.test(text)) return false;
  if (!address) return true;
  const url = URL.parse(text);
  return /^https?:$/.test(url?.protocol ?? '') && !url?.username && !url?.search && !url?.hash;
}
