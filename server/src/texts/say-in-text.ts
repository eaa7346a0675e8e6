import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { inOneSegment, queueText } from '../emails/brief.ts';
import { say } from '../words/say.ts';

export const toAnother =
  'Texts about your account now go to another number. Not you? Call {phone}.';

interface Told {
  readonly tenant: number;
  readonly brand: Brand;
  readonly language: string;
  readonly customerId: string;
}

/** One number, about its texts. */
export function tell(
  app: App,
  tx: Tx,
  { tenant, brand, language, customerId }: Told,
  sentence: string,
  number: string,
): Promise<void> {
  const words = say(language, sentence, { phone: brand.support.phone });
  return queueText(app, tx, tenant, {
    customerId,
    about: 'security',
    body: inOneSegment(`${brand.product}: ${words}`),
    number,
  });
}
