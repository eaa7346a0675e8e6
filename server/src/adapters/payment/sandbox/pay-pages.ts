import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { money } from '@portside/contract/formats';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { World } from '../../../app.ts';
import { paymentModes, readMode, setMode } from '../../sandbox/break-modes.ts';
import { acceptForms, answer, failure, posted } from '../../sandbox/forms.ts';
import { html } from '../../../formats/html.ts';
import { listNotices } from '../../sandbox/outbox.ts';
import { breakForm, sendSandboxPage, table, timeOf } from '../../sandbox/page.ts';
import type { BillingAddress } from './cards.ts';
import { disputeMoves, moveDispute, movesFrom, openDispute } from './disputes.ts';
import { warnOfFraud } from './fraud-warnings.ts';
import { failRefund, refundAtProvider } from './refunds.ts';
import { chargeByRef, newestCharges, newestDisputes, newestRefunds } from './store.ts';
import type { DisputeRow } from './store.ts';
import { hostedPages } from './hosted-pages.ts';
import { makeToken } from './setups.ts';

const clientScript = readFileSync(join(import.meta.dirname, 'client.js'), 'utf8');

/** `/sandbox/pay/…`: script, token call, hosted pages, controls. */
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
      const mode = paymentModes.find((one) => one === posted(request, 'mode'));
      if (!mode) {
        const message = `mode is one of ${paymentModes.join(', ')}.`;
        return reply.status(400).send(failure(message, 'mode'));
      }
      await setMode(world, 'payment', mode);
      return answer(request, reply, '/sandbox/pay', { mode });
    });

    http.post('/refunds', async (request, reply) => {
      const charge = await chargeByRef(world.db.query, posted(request, 'payment'));
      if (!charge) return reply.status(404).send(failure('There is no such payment.', 'payment'));
      const { kind, refundRef } = await refundAtProvider(world, charge.ref);
      return answer(request, reply, '/sandbox/pay', { refund: refundRef, status: kind });
    });

    http.post('/refunds/fail', async (request, reply) => {
      const refund = posted(request, 'refund');
      await failRefund(world, refund);
      return answer(request, reply, '/sandbox/pay', { refund });
    });

    http.post('/disputes', async (request, reply) => {
      const made = await openDispute(world, posted(request, 'payment'));
      if (!made) {
        const message = 'There is no such paid payment, or it is disputed already.';
        return reply.status(404).send(failure(message, 'payment'));
      }
      return answer(request, reply, '/sandbox/pay', { dispute: made.ref, status: made.status });
    });

    http.post('/disputes/move', async (request, reply) => {
      const status = disputeMoves.find((one) => one === posted(request, 'status'));
      if (!status) {
        const message = `status is one of ${disputeMoves.join(', ')}.`;
        return reply.status(400).send(failure(message, 'status'));
      }
      const moved = await moveDispute(world, posted(request, 'dispute'), status);
      if (!moved) {
        return reply.status(404).send(failure('There is no such open dispute.', 'dispute'));
      }
      return answer(request, reply, '/sandbox/pay', { dispute: moved.ref, status });
    });

    http.post('/warnings', async (request, reply) => {
      const warning = await warnOfFraud(world, posted(request, 'payment'));
      if (!warning) {
        const message = 'There is no such paid payment, or the bank has warned of it already.';
        return reply.status(404).send(failure(message, 'payment'));
      }
      return answer(request, reply, '/sandbox/pay', { warning });
    });

    http.get('/', async (_request, reply) => {
      const [charges, disputes, refunds, notices, mode] = await Promise.all([
        newestCharges(world.db.query),
        newestDisputes(world.db.query),
        newestRefunds(world.db.query),
        listNotices(world, 'payment'),
        readMode(world, 'payment'),
      ]);
      const body = html`<p>The provider that this shop pays with. It never keeps a card number.</p>
        ${breakForm('/sandbox/pay/break', mode, moreModes)}
        ${table(
          'Charges, newest first',
          ['When', 'Reference', 'Pays for', 'Card', 'Billed to', 'Amount', 'State', 'By hand'],
          charges.map((one) => [
            timeOf(one.created_at),
            one.ref,
            `${one.owner_kind} ${one.owner_id}`,
            `${one.network ?? 'card'} ${one.last4_digits}`,
            one.billing ? addressLine(one.billing) : '',
            money(one.amount_cents / 100),
            one.reason ? `${one.status}: ${one.reason}` : one.status,
            one.status === 'paid'
              ? html`${control('refunds', { payment: one.ref }, 'Refund')}
                ${control('warnings', { payment: one.ref }, 'Fraud warning')}
                ${control('disputes', { payment: one.ref }, 'Dispute')}`
              : '',
          ]),
        )}
        ${table(
          'Refunds, newest first',
          ['When', 'Reference', 'Of the payment', 'Amount', 'State', 'By hand'],
          refunds.map((one) => [
            timeOf(one.created_at),
            one.ref,
            one.charge_ref,
            money(one.amount_cents / 100),
            one.reason ? `${one.status}: ${one.reason}` : one.status,
            one.status === 'failed' ? '' : control('refunds/fail', { refund: one.ref }, 'Fail'),
          ]),
        )}
        ${table(
          'Disputes, newest first',
          ['When', 'Reference', 'Of the payment', 'Amount', 'State', 'Answer', 'By hand'],
          disputes.map((one) => [
            timeOf(one.created_at),
            one.ref,
            one.charge_ref,
            money(one.amount_cents / 100),
            `${one.status}: ${one.reason}`,
            answerTo(one),
            html`${disputeMoves
              .filter((status) => movesFrom[status].includes(one.status))
              .map((status) =>
                control('disputes/move', { dispute: one.ref, status }, moveLabels[status]),
              )}`,
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

/** What the bank was told, or until when it listens. */
function answerTo({ evidence, respond_by: until }: DisputeRow) {
  if (evidence === null) return until ? html`until ${timeOf(until)}` : '';
  const said = JSON.parse(evidence) as Record<string, string>;
  return Object.entries(said)
    .map(([name, text]) => `${name}: ${name === 'receipt' ? 'a PDF' : text}`)
    .join('; ');
}

const moreModes = [
  ['no_refunds', 'Works, and refuses every refund'],
  ['rejects', 'Works, and rejects every charge for good'],
] as const;

const moveLabels = {
  under_review: 'Answered',
  won: 'Won',
  lost: 'Lost',
  needs_response: 'Asked again',
} as const;

function control(action: string, values: Readonly<Record<string, string>>, label: string) {
  return html`<form method="post" action="/sandbox/pay/${action}">
    ${Object.entries(values).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button type="submit" class="quiet">${label}</button>
  </form>`;
}

/** Cut to length, as a provider does. */
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
