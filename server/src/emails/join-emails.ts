import type { Brand } from '../brands/brands.ts';
import { say } from '../words/say.ts';
import { asWritten, pageAddress, type Together, type Written } from './email.ts';

export interface Part {
  readonly to: string;
  readonly written: Written;
}

/** One, where one of them leads or a title for all is written; else as they came. */
export function joinEmails(brand: Brand, emails: readonly Written[]): readonly Written[] {
  const parts = emails.flatMap(({ together }) => together ?? []);
  if (emails.length < 2 || parts.length < emails.length) return emails;
  const [lead, ...others] = parts.toSorted((a, b) => (b.leads ?? 0) - (a.leads ?? 0));
  if (lead?.leads) return [underOne(brand, lead, others)];
  const titled = parts.find(({ title }) => title);
  return titled?.title ? [side(brand, titled, titled.title, parts)] : emails;
}

const beside = ({ said, beside: lines }: Together) => ({ ...said, lines });

/** The news that the others belong to has the title, the greeting and the button. */
function underOne(
  brand: Brand,
  { said, language, hasRoom }: Together,
  others: readonly Together[],
): Written {
  const short = others.flatMap((one) => (hasRoom && one.short ? [one.short] : []));
  const subject = [said.subject, ...short].join('. ');
  return asWritten(brand, language, { ...said, subject, further: others.map(beside) });
}

/** The same news of several lines. */
function side(
  brand: Brand,
  { language, greeting }: Together,
  title: string,
  parts: readonly Together[],
): Written {
  const values = { product: brand.product, count: String(parts.length) };
  const further = parts.map(beside);
  return asWritten(brand, language, {
    subject: say(language, title, values),
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
