import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { money } from '@portside/contract/formats';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { World } from '../../app.ts';
import { breakModes, readMode, setMode } from '../sandbox/break-modes.ts';
import { acceptForms, answer, failure, posted } from '../sandbox/forms.ts';
import { html } from '../../html.ts';
import { listNotices } from '../sandbox/outbox.ts';
import { breakForm, sendSandboxPage, table, timeOf } from '../sandbox/page.ts';
import type { BillingAddress } from './sandbox-cards.ts';
import { newestCharges } from './sandbox-store.ts';
import { hostedPages } from './sandbox-hosted-pages.ts';
import { makeToken } from './sandbox-setups.ts';

const clientScript = readFileSync(join(import.meta.dirname, 'sandbox-client.js'), 'utf8');

/** `/sandbox/pay/…`: the provider's script, its token call, its hosted pages, its controls. */
export function payPages(world: World): FastifyPluginAsync {
  return async (http) => {
    acceptForms(http);
    await http.register(hostedPages(world));

    http.get('/client.js', async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .type('text/javascript; charset=utf-8')
        .send(clientScript),
    );

    http.post('/tokens', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if ((await readMode(world, 'payment')) === 'down') {
        return reply.status(503).send(failure('The provider does not answer. Please try again.'));
      }
      const [number, expiry, cvv, cardholderName] = [
        posted(request, 'number'),
        posted(request, 'expiry'),
        posted(request, 'cvv'),
        posted(request, 'cardholderName'),
      ] as const;
      if (!number || !expiry || !cvv || !cardholderName) {
        const message = 'number, expiry, cvv and cardholderName are needed.';
        return reply.status(400).send(failure(message));
      }
      const billing = postedBilling(request);
      const typed = { number, expiry, cvv, cardholderName, ...(billing && { billing }) };
      const made = await makeToken(world, typed);
      if ('message' in made) return reply.status(402).send(failure(made.message, made.field));
      return made;
    });

    http.post('/break', async (request, reply) => {
      const mode = breakModes.find((one) => one === posted(request, 'mode'));
      if (!mode) return reply.status(400).send(failure('mode is none, slow or down.', 'mode'));
      await setMode(world, 'payment', mode);
      return answer(request, reply, '/sandbox/pay', { mode });
    });

    http.get('/', async (_request, reply) => {
      const [charges, notices, mode] = await Promise.all([
        newestCharges(world.db.query),
        listNotices(world, 'payment'),
        readMode(world, 'payment'),
      ]);
      const body = html`<p>The provider that this shop pays with. It never keeps a card number.</p>
        ${breakForm('/sandbox/pay/break', mode)}
        ${table(
          'Charges, newest first',
          ['When', 'Reference', 'Order', 'Card', 'Billed to', 'Amount', 'State'],
          charges.map((one) => [
            timeOf(one.created_at),
            one.ref,
            one.order_id,
            `${one.network ?? 'card'} ${one.last4_digits}`,
            one.billing ? addressLine(one.billing) : '',
            money(one.amount_cents / 100),
            one.reason ? `${one.status}: ${one.reason}` : one.status,
          ]),
        )}
        ${table(
          'Notices, newest first',
          ['Written', 'What', 'Delivered', 'Tries'],
          notices.map((one) => [
            timeOf(one.created_at),
            one.about,
            one.deliveries === 0 ? 'not yet' : `${one.deliveries} times`,
            one.tries,
          ]),
        )}`;
      return sendSandboxPage(reply, { title: 'Payments', who: 'Sandbox Pay', body });
    });
  };
}

/** The address beside the card, where the shop asks for one. Long ones are cut, as a provider does. */
function postedBilling(request: FastifyRequest): BillingAddress | undefined {
  const body: unknown = request.body;
  const sent: unknown = typeof body === 'object' && body !== null && Reflect.get(body, 'billing');
  if (typeof sent !== 'object' || sent === null) return undefined;
  const part = (name: keyof BillingAddress) => {
    const value: unknown = Reflect.get(sent, name);
    return typeof value === 'string' ? value.trim().slice(0, 100) : '';
  };
  const companyName = part('companyName');
  return {
    address: part('address'),
    city: part('city'),
    zipCode: part('zipCode'),
    country: part('country'),
    ...(companyName && { companyName }),
  };
}

const addressLine = ({ companyName, address, city, zipCode, country }: BillingAddress) =>
  [companyName, address, city, zipCode, country].filter(Boolean).join(', ');
