import { money } from '@portside/contract/formats';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../../app.ts';
import { posted } from '../../sandbox/forms.ts';
import { html, type Html } from '../../../formats/html.ts';
import { sendSandboxPage } from '../../sandbox/page.ts';
import type { CardField } from './cards.ts';
import { settleCharge } from './charges.ts';
import { completeSetup, failSetup, findSetup } from './setups.ts';
import { chargeByRef, type ChargeRow, type SetupRow } from './store.ts';

const bank = 'Sandbox Bank';
const pay = 'Sandbox Pay';

type ById = { Params: { id: string } };

export function hostedPages(world: World): FastifyPluginAsync {
  return async (http) => {
    http.get<ById>('/confirm/:id', async (request, reply) => {
      const charge = await chargeByRef(world.db.query, request.params.id);
      return charge ? confirmPage(reply, charge) : nothingHere(reply, bank);
    });

    http.post<ById>('/confirm/:id', async (request, reply) => {
      const charge = await chargeByRef(world.db.query, request.params.id);
      if (!charge) return nothingHere(reply, bank);
      const outcome = posted(request, 'outcome');
      if (outcome !== 'complete' && outcome !== 'fail') return confirmPage(reply, charge, 400);
      const to = outcome === 'complete' ? 'paid' : 'declined';
      return reply.redirect(wayBack(await settleCharge(world, charge.ref, 'confirm', to)), 303);
    });

    http.get<ById>('/setup/:id', async (request, reply) => {
      const setup = await findSetup(world, request.params.id);
      return setup ? setupPage(reply, setup) : nothingHere(reply, pay);
    });

    http.post<ById>('/setup/:id', async (request, reply) => {
      const setup = await findSetup(world, request.params.id);
      if (!setup) return nothingHere(reply, pay);
      if (setup.status !== 'open') return reply.redirect(setupWayBack(setup), 303);
      if (posted(request, 'action') === 'cancel') {
        await failSetup(world, setup.id);
        return reply.redirect(setup.failure_url, 303);
      }
      const wrong = await completeSetup(world, setup.id, typedCard(request));
      if (wrong) return setupPage(reply, setup, { ...wrong, typed: typedCard(request) });
      const saved = (await findSetup(world, setup.id)) ?? setup;
      return reply.redirect(setupWayBack(saved), 303);
    });
  };
}

function confirmPage(reply: FastifyReply, charge: ChargeRow, status = 200) {
  const amount = money(charge.amount_cents / 100);
  const open = charge.status === 'confirm';
  const body = open
    ? html`<p>Your bank asks you to confirm this payment.</p>
        <dl>
          <dt>Amount</dt>
          <dd>${amount}</dd>
          <dt>For</dt>
          <dd>${charge.description}</dd>
          <dt>Card</dt>
          <dd>${charge.network ?? 'card'} ending in ${charge.last4_digits}</dd>
        </dl>
        <form method="post">
          <div class="buttons">
            <button type="submit" name="outcome" value="complete">Complete</button>
            <button type="submit" name="outcome" value="fail" class="quiet">Fail</button>
          </div>
        </form>`
    : html`<p>This payment of ${amount} was answered already.</p>
        <p><a class="button" href="${wayBack(charge)}">Back to the shop</a></p>`;
  const title = open ? 'Confirm your payment' : 'Already answered';
  const returnsTo = [charge.return_url];
  return sendSandboxPage(reply, { title, who: bank, body, status, hosted: true, returnsTo });
}

/** As Stripe does (docs/facts.md): the outcome in the address is no evidence. */
function wayBack(charge: ChargeRow): string {
  const address = new URL(charge.return_url);
  const outcome = { paid: 'succeeded', processing: 'processing' }[charge.status as string];
  address.searchParams.set('payment_intent', charge.ref);
  address.searchParams.set('redirect_status', outcome ?? 'failed');
  return address.href;
}

const inputs: readonly { name: CardField; label: string; more: Html; hint?: string }[] = [
  {
    name: 'number',
    label: 'Card number',
    more: html`inputmode="numeric" autocomplete="cc-number"`,
    hint: 'For example 4242 4242 4242 4242',
  },
  {
    name: 'expiry',
    label: 'Expiry date (MM/YY)',
    more: html`inputmode="numeric" autocomplete="cc-exp"`,
  },
  {
    name: 'cvv',
    label: 'Security code',
    more: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
  },
  { name: 'cardholderName', label: 'Name on the card', more: html`autocomplete="cc-name"` },
];

type Typed = ReturnType<typeof typedCard>;
interface Wrong {
  field: CardField;
  message: string;
  typed: Typed;
}

function setupPage(reply: FastifyReply, setup: SetupRow, wrong?: Wrong) {
  const open = setup.status === 'open';
  const body = open
    ? html`<p>Your card is kept by ${pay}. The shop never sees its number.</p>
        <form method="post" novalidate>
          ${inputs.map((one) => field(one, wrong))}
          <div class="buttons">
            <button type="submit" name="action" value="save">Save card</button>
            <button type="submit" name="action" value="cancel" class="quiet">Cancel</button>
          </div>
        </form>`
    : html`<p>This page was used already, or it is too old.</p>
        <p><a class="button" href="${setupWayBack(setup)}">Back to the shop</a></p>`;
  return sendSandboxPage(reply, {
    title: wrong ? 'Please check your card' : open ? 'Save a card' : 'Already answered',
    who: pay,
    body,
    status: wrong ? 402 : 200,
    hosted: true,
    returnsTo: [setup.success_url, setup.failure_url],
  });
}

function field({ name, label, more, hint }: (typeof inputs)[number], wrong?: Wrong): Html {
  const error = wrong?.field === name ? wrong.message : undefined;
  // Number and code are never sent back.
  const kept = name === 'expiry' || name === 'cardholderName' ? (wrong?.typed[name] ?? '') : '';
  const described = error ? `${name}-error` : hint ? `${name}-hint` : '';
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      value="${kept}"
      required
      ${more}${
        described && html` aria-describedby="${described}"`
      }${error && html` aria-invalid="true" autofocus`}
    />
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

function setupWayBack(setup: SetupRow): string {
  if (setup.status !== 'complete') return setup.failure_url;
  return setup.success_url.replaceAll('{CHECKOUT_SESSION_ID}', setup.id);
}

function typedCard(request: FastifyRequest) {
  return {
    number: posted(request, 'number'),
    expiry: posted(request, 'expiry'),
    cvv: posted(request, 'cvv'),
    cardholderName: posted(request, 'cardholderName'),
  };
}

function nothingHere(reply: FastifyReply, who: string) {
  const body = html`<p>This address leads nowhere. Please go back to the shop.</p>`;
  return sendSandboxPage(reply, { title: 'Not found', who, body, status: 404, hosted: true });
}
