/** Formatters are costly to make, so there is one per language and time zone. */
const made = new Map<string, unknown>();
function once<Formatter>(key: string, make: () => Formatter): Formatter {
  const found = (made.get(key) as Formatter | undefined) ?? make();
  made.set(key, found);
  return found;
}

const american = (language: string) => (language.includes('-') ? language : `${language}-US`);

const dollarFormat = (language: string) =>
  once(
    `$ ${language}`,
    () => new Intl.NumberFormat(american(language), { style: 'currency', currency: 'USD' }),
  );

export function money(dollars: number, language = 'en-US'): string {
  // Adding 0 turns a negative zero into a plain one.
  return dollarFormat(language).format(dollars + 0);
}

/** The `/mo` (C01) is a word, so it is in the catalogs. */
export function price(dollars: number, language = 'en-US') {
  const parts = dollarFormat(language).formatToParts(dollars + 0);
  const joined = (...types: Intl.NumberFormatPartTypes[]) =>
    parts
      .filter((part) => types.includes(part.type))
      .map((part) => part.value)
      .join('');
  return {
    symbol: joined('currency'),
    whole: joined('minusSign', 'integer', 'group'),
    point: joined('decimal'),
    cents: joined('fraction'),
    amount: money(dollars, language),
  };
}

type Moment = string | number | Date;

function dateParts(moment: Moment, timeZone: string, language: string) {
  const at = typeof moment === 'string' ? Date.parse(moment) : Number(moment);
  if (Number.isNaN(at)) return undefined;
  const parts = once(
    `${timeZone} ${language}`,
    () =>
      new Intl.DateTimeFormat(american(language), {
        timeZone,
        weekday: 'long',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }),
  ).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month'),
    year: part('year'),
  };
}

/** `05 Nov 2025`, as in the details dialog (D18); `-` without a date. */
export function dateInDetails(moment: Moment, timeZone: string, language = 'en-US'): string {
  const date = dateParts(moment, timeZone, language);
  return date ? `${date.day.padStart(2, '0')} ${date.month} ${date.year}` : '-';
}

/** `Nov 5, 2025`, in Spanish `5 nov 2025`; `-` without a date. */
export function dateAlone(moment: Moment, timeZone: string, language = 'en-US'): string {
  const date = dateParts(moment, timeZone, language);
  if (!date) return '-';
  const { day, month, year } = date;
  return language.startsWith('es') ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}

/** `Nov 05, 25`, as in tables (D18); in Spanish `05 nov 2025`; `-` without a date. */
export function dateInTable(moment: Moment, timeZone: string, language = 'en-US'): string {
  if (language.startsWith('es')) return dateInDetails(moment, timeZone, language);
  const date = dateParts(moment, timeZone, language);
  return date ? `${date.month} ${date.day.padStart(2, '0')}, ${date.year.slice(-2)}` : '-';
}

export function dateInList(moment: Moment, timeZone: string, language = 'en-US'): string {
  const date = dateParts(moment, timeZone, language);
  return date ? `${date.weekday}, ${date.day} ${date.month}` : '-';
}

/** `Nov 5, 3:42 PM EST`, in Spanish `5 nov, 3:42 p.m. EST` */
export function dateAndTime(moment: Moment, timeZone: string, language = 'en-US'): string {
  const format = once(
    `time ${timeZone} ${language}`,
    () =>
      new Intl.DateTimeFormat(american(language), {
        timeZone,
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }),
  );
  return format.format(new Date(moment));
}

export function maskedCard(last4Digits: string | null | undefined): string {
  return last4Digits ? `•••• ${last4Digits}` : '-';
}

const gigabytes = (language: string) =>
  once(`GB ${language}`, () => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }));

/** A thousand megabytes are a GB. */
export function dataAmount(megabytes: number, language = 'en-US'): string {
  const format = gigabytes(american(language));
  return megabytes < 1000
    ? `${format.format(megabytes)} MB`
    : `${format.format(megabytes / 1000)} GB`;
}
