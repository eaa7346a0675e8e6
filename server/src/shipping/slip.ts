import { dateAlone } from '@portside/contract/formats';
import type { App } from '../app.ts';
import { viewPerson } from '../account/person.ts';
import { pageAddress } from '../emails/email.ts';
import { Document } from '../http/document.ts';
import { viewAnyCardLine } from '../lines/card-arrives.ts';
import { say } from '../words/say.ts';
import { newLineOf } from './new-line-name.ts';
import type { Shipment } from './shipments.ts';

export interface Slip {
  language: string;
  title: string;
  seller: readonly string[];
  to: readonly string[];
  steps: readonly string[];
  foot: readonly string[];
}

/** What lies in the envelope, for its customer: of the number only what tells lines apart. */
export async function slipOf(app: App, card: Shipment): Promise<Document | undefined> {
  const line = await viewAnyCardLine(app.db.query, card.line_id);
  if (!line) return undefined;
  const brand = app.brands.byTenant(card.tenant_id);
  const { language } = await viewPerson(app.db.query, line.owner);
  const { product, company, support, timeZone } = brand;
  const page = pageAddress({ brand, language }, `/dashboard/lines/${line.id}`);
  const ends = line.number.slice(-4);
  const among = await newLineOf(app, app.db.query, line);
  const isForNew = among
    ? say(language, 'It is for your new line with {plan} (order {order}).', { ...among })
    : say(language, 'It is for your new line.');
  const slip: Slip = {
    language,
    title: say(language, 'Your {product} SIM card', { product }),
    seller: product === company ? [product] : [product, company],
    to: [card.recipient, ...(card.address ?? '').split('\n')],
    steps: [
      ends ? say(language, 'It is for the line whose number ends in {ends}.', { ends }) : isForNew,
      `1. ${say(language, 'Put the card in the phone.')}`,
      `2. ${say(language, 'Activate it on the line’s page: {page}', { page })}`,
      card.replacement_id
        ? say(language, 'The SIM that you have works until then.')
        : say(language, 'Your paid days begin when you activate it.'),
    ],
    foot: [
      say(language, 'Questions: {phone}, {email}', { phone: support.phone, email: support.email }),
      `${card.id} · ${dateAlone(app.clock.now(), timeZone, language)}`,
    ],
  };
  // Loaded late: the PDF writer is large.
  const { slipPdf } = await import('./slip-pdf.ts');
  const content = await slipPdf(slip, { author: company, at: app.clock.now() });
  return new Document({ fileName: `${brand.id}-slip-${card.id}.pdf`, content });
}
