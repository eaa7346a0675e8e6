import { pathIn } from '@portside/contract/language';
import type { PushKind } from '@portside/contract/push';
import type { PushNotice } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { type Brief, inOneSegment } from './brief.ts';
import { groupsOf, layOut, type Row, type Said } from './layout.ts';
import { say } from '../words/say.ts';
import { sharedWords, type Sharing, whichLine, whichNewLine } from './shared-wording.ts';

/** An email without its recipient. */
export interface Written {
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
  urgent?: boolean;
  /** Neither its text nor where it went is kept here. */
  unkept?: true;
  brief?: Brief;
  push?: PushNotice;
  together?: Together;
}

/** What it says as a part of one email with others of its event. */
export interface Together {
  said: Said;
  /** In place of its lines where another one leads: one greeting is enough. */
  beside: readonly string[];
  language: string;
  greeting?: string;
  /** For the subject of all together, where the leading one has room for it. */
  short?: string;
  hasRoom?: true;
  /** Of several of its kind; an English sentence with `{count}`. */
  title?: string;
  /** The highest one does. */
  leads?: number;
  /** Said too, unless so many that lead come with it. */
  rest?: { count: number; line: string };
}

/** English sentences, which are also their ids in the catalogs. */
export interface Words {
  subject: string;
  lines: string[];
  code?: string;
  rows?: readonly Row[];
  link?: { label: string; url: string };
  /** A further way, below it. */
  also?: { label: string; url: string };
  /** Somebody waits for it. An email with a code always is. */
  urgent?: boolean;
  unkept?: true;
  values?: Record<string, string>;
  /** Then what is said to who has a line alone is said to two (shared-wording.ts). */
  sharing?: Sharing | undefined;
  /** The same in a text message, one sentence or two; the brand's name goes before it. */
  brief?: { to: string; about: Brief['about']; sentence: string };
  /**
   * The same on the lock screen of who chose its kind: the subject, unless told otherwise. What has a
   * `brief` has it, too.
   */
  push?: { to: string; about: PushKind; sentence?: string };
  /** Can be one with others (queue-part.ts). `lines`: what holds beside the one that leads. */
  together?: {
    lines?: readonly string[];
    short?: string;
    title?: string;
    leads?: number;
    hasRoom?: true;
    rest?: { count: number; line: string };
  };
}

export interface Reader {
  readonly brand: Brand;
  readonly language: string;
}

/** On the brand's own site, in the reader's language. */
export const pageAddress = ({ brand, language }: Reader, path: string) =>
  brand.origin + pathIn(language, path);

const GREETING = 'Hi {firstName},';

export function writeEmail(reader: Reader, own: Words): Written {
  const { brand, language } = reader;
  const words = own.sharing ? asShared(own, own.sharing) : own;
  const values = { product: brand.product, phone: brand.support.phone, ...words.values };
  const speak = (sentence: string) => say(language, sentence, values);
  const chosen = words.push ?? words.brief;
  const isNameless = words.values?.['firstName'] === '';
  const unaddressed = words.lines.filter((line) => line !== GREETING);
  const said: Said = {
    subject: speak(words.subject),
    preview: speak(unaddressed[0] ?? words.subject),
    // A value that is the whole of a line may say nothing to who shares a line.
    lines: (isNameless ? unaddressed : words.lines).map(speak).filter((line) => line !== ''),
    rows: words.rows ?? [],
    ...(words.code && { code: words.code }),
    ...(words.link && { link: { ...words.link, label: speak(words.link.label) } }),
    ...(words.also && { also: { ...words.also, label: speak(words.also.label) } }),
  };
  return {
    ...asWritten(brand, language, said),
    ...((words.urgent || words.code) && { urgent: true }),
    ...(words.unkept && { unkept: true }),
    ...(words.brief && { brief: briefOf(brand, words.brief, speak) }),
    ...(chosen && { push: pushOf(reader, words, chosen) }),
    ...(words.together && { together: besideOthers(words.together) }),
  };

  function besideOthers({
    lines,
    short,
    title,
    leads,
    hasRoom,
    rest,
  }: NonNullable<Words['together']>): Together {
    return {
      said,
      beside: (lines ?? unaddressed).map(speak),
      language,
      ...(!isNameless && words.lines.includes(GREETING) && { greeting: speak(GREETING) }),
      ...(short && { short: speak(short) }),
      ...(title && { title }),
      ...(leads && { leads }),
      ...(hasRoom && { hasRoom }),
      ...(rest && { rest: { ...rest, line: speak(rest.line) } }),
    };
  }
}

function asShared(words: Words, { as, other }: Sharing): Words {
  const inPlace = (sentence: string) => sharedWords(sentence, as);
  const { link, also, brief, push, together, ...rest } = words;
  const lines = words.lines.map(inPlace).filter((line) => line !== '');
  const opens = lines[0] === GREETING ? 1 : 0;
  const which = /\d/.test(words.values?.['number'] ?? '') ? whichLine : whichNewLine;
  const further = also && inPlace(also.label);
  return {
    ...rest,
    subject: inPlace(words.subject),
    lines: as === 'holder' ? lines.toSpliced(opens, 0, which) : lines,
    ...(link && { link: { ...link, label: inPlace(link.label) } }),
    ...(also && further && { also: { ...also, label: further } }),
    ...(together && {
      together: { ...together, ...(together.lines && { lines: together.lines.map(inPlace) }) },
    }),
    ...(brief && { brief: { ...brief, sentence: inPlace(brief.sentence) } }),
    ...(push && {
      push: { ...push, ...(push.sentence && { sentence: inPlace(push.sentence) }) },
    }),
    values: { ...words.values, other },
  };
}

/** Drawn twice, as text and as HTML. */
export function asWritten(brand: Brand, language: string, said: Said): Written {
  return {
    subject: said.subject,
    text: asText(brand, said),
    html: layOut(brand, language, said),
    ...(said.code && { code: said.code }),
    ...(said.link && { link: said.link.url }),
  };
}

function asText({ company, support }: Brand, said: Said): string {
  const further = (said.further ?? []).flatMap((one) => [one.subject, ...paragraphs(one)]);
  return [...paragraphs(said), ...further, `${company}\n${support.phone}, ${support.email}`].join(
    '\n\n',
  );
}

const paragraphs = ({ lines, code, rows, link, also }: Said): string[] => [
  ...lines,
  ...(code ? [code] : []),
  ...(rows.length > 0 ? groupsOf(rows).map((group) => group.map(inText).join('\n')) : []),
  ...[link, also].flatMap((one) => (one ? [`${one.label}:\n${one.url}`] : [])),
];

const inText = ([label, value, weight]: Row) =>
  weight === 'heading' ? label : `${label}: ${value}`;

function briefOf(
  { product }: Brand,
  { to, about, sentence }: NonNullable<Words['brief']>,
  speak: (sentence: string) => string,
): Brief {
  return { customerId: to, about, body: inOneSegment(`${product}: ${speak(sentence)}`) };
}

/** Others see a lock screen: of a number its end, of a link no more than a page of the account. */
function pushOf(
  reader: Reader,
  words: Words,
  { to, about, sentence = words.subject }: NonNullable<Words['push']>,
): PushNotice {
  const { brand, language } = reader;
  const values = Object.entries(words.values ?? {}).map(
    ([name, value]) => [name, value.replaceAll(IN_FULL, '•••$1')] as const,
  );
  const shown = {
    product: brand.product,
    phone: brand.support.phone,
    ...Object.fromEntries(values),
  };
  return {
    customerId: to,
    about,
    body: say(language, sentence, shown),
    language,
    path: pathIn(language, pageOf(reader, words.link?.url) ?? usualPages[about]),
    same: [sentence, words.values?.['number'] ?? ''].join(' '),
  };
}

/** As people write it, and as networks do. */
const IN_FULL = /(?:\+?1[ -]?)?\(?\b\d{3}\)?[ -]?\d{3}-?(\d{4})\b/g;

const usualPages: Readonly<Record<PushKind, string>> = {
  security: '/dashboard/setting',
  line: '/dashboard',
  port_in: '/dashboard',
  order: '/dashboard',
  payment: '/dashboard/payment',
  usage: '/dashboard',
};

/** Never what opens without a login, such as a link with a token. */
function pageOf(reader: Reader, url = ''): string | undefined {
  const path = url.startsWith(pageAddress(reader, '/dashboard'))
    ? url.slice(pageAddress(reader, '').length)
    : '';
  return /^\/dashboard(?:\/[\w-]+)*(?:#[\w-]+)?$/.exec(path)?.[0];
}
