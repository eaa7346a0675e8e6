import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { Refused } from '../http/no.ts';
import {
  type CardToSend,
  listCardsToSend,
  markArrived,
  markMailed,
  viewCardToSend,
} from '../shipping/mailing.ts';
import { takeOutOfStock } from '../shipping/stock.ts';
import { brandOf, UsageError, type Options } from './verb.ts';

export const USAGE =
  'shipping [slip <id> | mailed <id> <iccid> <carrier> [tracking number] | arrived <id> | out <iccid>] [--by <name>] [--brand <id>]';

const said: Readonly<Record<string, string>> = {
  unknown_card: 'No SIM card in the mail has this id, or its line waits no more: shipping',
  not_mailed: 'This SIM card has not left yet: shipping mailed <id> …',
  sim_unknown: 'The carrier does not know a SIM card with this number.',
  sim_in_use: 'This SIM card is in use, or on its way to somebody else.',
};

/** `shipping`, `shipping slip | mailed | arrived <id> …`, `shipping out <iccid>`. */
export async function runShipping(app: App, words: string[], options: Options): Promise<string> {
  const [action, id = '', iccid = '', carrier = '', ...number] = words;
  if (action === undefined) return list(app, options);
  if (!id) throw new UsageError(USAGE);
  if (action === 'slip') return slip(app, id);
  if (action === 'out') {
    const tenant = await takeOutOfStock(app, id);
    if (tenant === undefined) throw new UsageError('No SIM card in stock has this number.');
    return `It is out of the stock of ${app.brands.byTenant(tenant).id}.`;
  }
  if (action === 'arrived') {
    const done = await markArrived(app, id);
    if (done instanceof Refused) throw new UsageError(said[done.reason] ?? done.reason);
    return 'It has arrived. Its customer is told by email.';
  }
  const isMail = action === 'mailed' && /^\d{18,22}$/.test(iccid) && carrier !== '';
  if (!isMail) throw new UsageError(USAGE);
  const trackingNumber = number.join(' ');
  if (carrier.length > 40 || trackingNumber.length > 60) throw new UsageError(USAGE);
  const by = options.by ?? 'operator';
  const done = await markMailed(app, id, { iccid, carrier, trackingNumber, by, corrects: true });
  if (done instanceof Refused) throw new UsageError(said[done.reason] ?? done.reason);
  if (done === 'mailed') return 'It is in the mail. Its customer is told by email.';
  return done === 'same'
    ? 'That is noted already. Nothing changed.'
    : 'It is corrected. The customer sees it on the line, and gets no further email.';
}

async function list(app: App, options: Options): Promise<string> {
  const cards = await listCardsToSend(app, { tenants: tenantsOf(app, options) });
  if (cards.length === 0) return 'No SIM card is to be mailed.';
  const now = app.clock.now().getTime();
  return cards
    .map((card) => {
      const hours = Math.floor((now - card.since.getTime()) / 3_600_000);
      const age = hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
      return [
        age.padStart(8),
        card.id,
        card.recipient,
        card.address.join(', '),
        app.brands.byTenant(card.tenant).id,
        ...(card.replacesSim ? ['replaces a SIM'] : []),
      ].join('  ');
    })
    .join('\n');
}

async function slip(app: App, id: string): Promise<string> {
  const card = await viewCardToSend(app, id);
  if (!card) throw new UsageError(said.unknown_card ?? '');
  return packingSlip(app, card);
}

function packingSlip(app: App, card: CardToSend): string {
  const { product, support } = app.brands.byTenant(card.tenant);
  return [
    product,
    '',
    card.recipient,
    ...card.address,
    '',
    `SIM card for ${card.number ? phone(card.number) : 'a new line'}`,
    `Activate it in your account. Questions: ${support.phone}, ${support.email}`,
    card.id,
  ].join('\n');
}

const tenantsOf = (app: App, options: Options) =>
  options.brand
    ? [brandOf(app, options).client.mvnoId]
    : app.brands.all.map(({ client }) => client.mvnoId);
