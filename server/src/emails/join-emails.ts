import type { Brand } from '../brands/brands.ts';
import { say } from '../words/say.ts';
import { asWritten, pageAddress, type Together, type Written } from './email.ts';
import type { Said } from './layout.ts';

export interface Part {
  readonly to: string;
  readonly written: Written;
}

/** One, where one of them leads or a title for all is written; else as they came. */
export function joinEmails(brand: Brand, emails: readonly Written[]): readonly Written[] {
  const parts = emails.flatMap(({ together }) => together ?? []);
  if (emails.length < 2 || parts.length < emails.length) return emails;
  const sorted = parts.toSorted((a, b) => leadsOf(b) - leadsOf(a));
  const [lead, ...others] = sorted;
  if (lead?.leads) {
    const leading = sorted.filter((one) => one.leads === lead.leads && one.title === lead.title);
    const { title } = lead;
    return [
      title && leading.length > 1
        ? side(brand, lead, { title, count: leading.length }, sorted)
        : underOne(brand, lead, others),
    ];
  }
  const titled = parts.find(({ title }) => title);
  return titled?.title
    ? [side(brand, titled, { title: titled.title, count: parts.length }, parts)]
    : emails;
}

const leadsOf = ({ leads = 0 }: Together) => leads;

/** What is said of several lines in the same words is said once. */
function besideEachOther(parts: readonly Together[], all: readonly Together[]): Said[] {
  const told = parts.map((one) => {
    const news = all.filter((other) => leadsOf(other) > leadsOf(one)).length;
    const rest = one.rest && news < one.rest.count ? [one.rest.line] : [];
    return { ...one.said, lines: [...one.beside, ...rest] };
  });
  return [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
}

const shortOf = ({ hasRoom }: Together, others: readonly Together[]) =>
  others.flatMap((one) => (hasRoom && one.short ? [one.short] : []));

/** The news that the others belong to has the title, the greeting and the button. */
function underOne(brand: Brand, lead: Together, others: readonly Together[]): Written {
  const { said, language } = lead;
  const subject = [said.subject, ...shortOf(lead, others)].join('. ');
  const further = besideEachOther(others, [lead, ...others]);
  return asWritten(brand, language, { ...said, subject, further });
}

/** The same news of several lines, and what belongs to it. */
function side(
  brand: Brand,
  lead: Together,
  { title, count }: { title: string; count: number },
  parts: readonly Together[],
): Written {
  const { language, greeting } = lead;
  const values = { product: brand.product, count: String(count) };
  const further = besideEachOther(parts, parts);
  const others = lead.leads ? parts.filter((one) => leadsOf(one) < leadsOf(lead)) : [];
  return asWritten(brand, language, {
    subject: [say(language, title, values), ...shortOf(lead, others)].join('. '),
    preview: further.map((one) => one.subject).join('. '),
    lines: greeting ? [greeting] : [],
    rows: [],
    link: {
      label: say(language, 'Go to my lines', values),
      url: pageAddress({ brand, language }, '/dashboard'),
    },
    further,
  });
}
