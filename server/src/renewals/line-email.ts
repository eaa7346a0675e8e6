import { phone } from '@portside/contract/formats';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import { say } from '../words/say.ts';
import type { Person } from '../account/person.ts';

export interface AboutLine {
  id: string;
  mdn: string;
}

interface Words {
  subject: string;
  lines: readonly string[];
  link: string;
  values?: Record<string, string>;
  brief?: string;
}

/** An email that leads to the line's page, and to the end of the line (K17). */
export function aboutLine(
  app: App,
  brand: Brand,
  person: Person,
  line: AboutLine,
  { subject, lines, link, values, brief }: Words,
): Written {
  const { language } = person;
  const page = pageAddress(app, { brand, language }, `/dashboard/lines/${line.id}`);
  return writeEmail(
    { brand, language },
    {
      subject,
      lines: ['Hi {firstName},', ...lines],
      link: { label: link, url: page },
      ...(brief && { brief: { to: person.id, about: 'payment', sentence: brief } }),
      also: { label: 'End this line', url: `${page}#end` },
      values: {
        firstName: person.called,
        number: line.mdn ? phone(line.mdn) : say(language, 'your new line'),
        ...values,
      },
    },
  );
}
