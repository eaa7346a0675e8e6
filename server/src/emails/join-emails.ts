import type { Brand } from '../brands/brands.ts';
import { say } from '../words/say.ts';
import { asWritten, pageAddress, type Written } from './email.ts';

export interface Part {
  readonly to: string;
  readonly written: Written;
}

/** One email stays as it was written. */
export function joinEmails(brand: Brand, emails: readonly Written[]): Written {
  const [first] = emails;
  if (!first) throw new Error('There is no email to join');
  if (emails.length === 1) return first;
  const rank = (one: Written) => one.together?.leads ?? 0;
  const ranked = emails.toSorted((a, b) => rank(b) - rank(a));
  const [lead] = ranked;
  return lead && rank(lead) > 0 ? underOne(brand, lead, ranked) : side(brand, first, emails);
}

/** The news that the others belong to has the title, the greeting and the button. */
function underOne(brand: Brand, lead: Written, emails: readonly Written[]): Written {
  const others = emails.filter((one) => one !== lead).flatMap(({ together }) => together ?? []);
  const { alone: said, language, hasRoom } = lead.together ?? missing();
  const short = others.flatMap((one) => (hasRoom && one.short ? [one.short] : []));
  const subject = [said.subject, ...short].join('. ');
  const further = others.map((one) => one.said);
  return asWritten(brand, language, { ...said, subject, further });
}

/** The same news of several lines. */
function side(brand: Brand, first: Written, emails: readonly Written[]): Written {
  const { language, title, greeting } = first.together ?? missing();
  const values = { product: brand.product, count: String(emails.length) };
  const subject = say(language, title ?? missing(), values);
  const further = emails.flatMap(({ together }) => (together ? [together.said] : []));
  return asWritten(brand, language, {
    subject,
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

function missing(): never {
  throw new Error('This email was not written to be joined');
}
