import { linePage } from '@portside/contract/line-rooms';
import { phone } from '@portside/contract/phone';
import type { SimType } from '@portside/contract/lines';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import { say } from '../words/say.ts';
import type { LineReader } from './told.ts';

/** Never the eSIM code: it is a secret. @param plan where it is one of several lines */
export function lineActiveEmail(
  brand: Brand,
  person: LineReader,
  { id, mdn, sim_type: sim }: { id: string; mdn: string; sim_type: SimType },
  plan?: string,
): Written {
  const { language } = person;
  const isEsim = sim === 'esim';
  const page = `${linePage(id)}${isEsim ? `?setup=${id}` : ''}`;
  return writeEmail(
    { brand, language },
    {
      subject: 'Your {product} line is active',
      push: { to: person.id, about: 'order' },
      sharing: person.sharing,
      lines: [
        'Hi {firstName},',
        'Your line with the number {number} is active.',
        'Your account shows how to set up the SIM on your phone.',
      ],
      link: {
        label: isEsim ? 'Set up my eSIM' : 'Go to my line',
        url: pageAddress({ brand, language }, page),
      },
      ...(plan && { rows: [[say(language, 'Plan'), plan]] }),
      together: { leads: 2, hasRoom: true, title: '{count} of your {product} lines are active' },
      values: { firstName: person.called, number: phone(mdn) },
    },
  );
}
