import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDescription, descriptionErrors } from '../../../testing/openapi-requests.ts';
import type { SeenRequest } from '../../../testing/stripe/server.ts';
import { typeErrors } from '../../../testing/stripe/wire-types.ts';
import { openStripe } from './bench.suite.ts';
import { askEverything } from './walk.suite.ts';

let bench: Awaited<ReturnType<typeof openStripe>>;
let sent: SeenRequest[];

beforeAll(async () => {
  bench = await openStripe();
  await askEverything(bench);
  sent = bench.stripe.seen;
});
afterAll(() => bench.stripe.close());

test('[M12] every request to Stripe has the names and values of the SDK’s own types', async () => {
  const asked = sent.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\/\w+_\w{20,}/g, '/…')}`,
  );
  expect([...new Set(asked)].toSorted()).toMatchInlineSnapshot(`
    [
      "GET /v1/checkout/sessions/…",
      "GET /v1/confirmation_tokens/ctoken_none",
      "GET /v1/disputes/…",
      "GET /v1/payment_intents",
      "GET /v1/payment_intents/…",
      "GET /v1/payment_methods/…",
      "GET /v1/payouts",
      "GET /v1/radar/early_fraud_warnings/…",
      "GET /v1/refunds",
      "GET /v1/refunds/…",
      "POST /v1/checkout/sessions",
      "POST /v1/customers",
      "POST /v1/disputes/…",
      "POST /v1/files",
      "POST /v1/payment_intents",
      "POST /v1/payment_intents/…/cancel",
      "POST /v1/payment_methods/…/detach",
      "POST /v1/refunds",
    ]
  `);
  expect(await typeErrors(sent)).toEqual([]);
});

test('[M12] a request with one name changed is noticed', async () => {
  const changes = [
    ['POST', '/v1/payment_intents', 'confirmation_token', 'token'],
    ['POST', '/v1/payment_intents', 'amount', 'amont'],
    ['POST', '/v1/checkout/sessions', 'success_url', 'successUrl'],
    ['POST', '/v1/refunds', 'payment_intent', 'intent'],
    ['GET', '/v1/payment_intents', 'starting_after', 'after'],
  ] as const;
  const wrong = changes.map(([method, path, name, other]) => {
    const isThis = (one: SeenRequest) =>
      one.method === method && one.path === path && name in one.fields;
    const request = sent.find(isThis);
    if (!request) throw new Error(`Nothing was sent with ${name}`);
    const { [name]: value = '', ...rest } = request.fields;
    return { ...request, fields: { ...rest, [other]: value } };
  });
  const errors = (await typeErrors(wrong)).map((line) => line.replaceAll('"', ''));
  const named = changes.map(([, , , other]) => `'${other}' does not exist in type`);
  expect(errors).toEqual(named.map((name) => expect.stringContaining(name)));
});

/** A few lines in the manner of Stripe's description; the real one is fetched by `test:stripe`. */
const described = (names: readonly string[]): ApiDescription => ({
  info: { version: 'of this test' },
  paths: {
    '/v1/refunds': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  payment_intent: { type: 'string' },
                  amount: { type: 'integer' },
                  metadata: { anyOf: [{ type: 'object' }, { enum: [''], type: 'string' }] },
                },
                required: [...names],
              },
            },
          },
        },
      },
    },
    '/v1/refunds/{refund}': { get: {} },
    '/v1/files': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  file: { type: 'string' },
                  purpose: { enum: ['dispute_evidence', 'identity_document'], type: 'string' },
                },
                required: ['file', 'purpose'],
              },
            },
          },
        },
      },
    },
  },
});

test('[M12] a request is held against a description as Stripe publishes it', () => {
  const refunds = sent.filter(({ path, method }) => path === '/v1/refunds' && method === 'POST');
  expect(refunds.length).toBeGreaterThan(0);
  expect(descriptionErrors(described([]), refunds)).toEqual([]);
  expect(descriptionErrors(described(['charge']), refunds)).not.toEqual([]);
  const misnamed = refunds.map((one) => ({ ...one, fields: { ...one.fields, cents: '5' } }));
  expect(descriptionErrors(described([]), misnamed)[0]).toContain('cents');
  const wrong = refunds.map((one) => ({ ...one, fields: { ...one.fields, amount: 'all' } }));
  expect(descriptionErrors(described([]), wrong)[0]).toContain('must be integer');
  const looked = sent.filter(({ path }) => /^\/v1\/refunds\/\w+$/.test(path));
  expect(looked.length).toBeGreaterThan(0);
  expect(descriptionErrors(described([]), looked)).toEqual([]);
  const elsewhere = sent.filter(({ path }) => path === '/v1/customers');
  expect(descriptionErrors(described([]), elsewhere)[0]).toContain('no such call');
});

test('[M12] [L21] a paper for a dispute is held against the form in parts that the description names', () => {
  const papers = sent.filter(({ path }) => path === '/v1/files');
  expect(papers.length).toBeGreaterThan(0);
  expect(descriptionErrors(described([]), papers)).toEqual([]);
  const misnamed = papers.map((one) => ({ ...one, fields: { ...one.fields, use: 'evidence' } }));
  expect(descriptionErrors(described([]), misnamed)[0]).toContain('use');
  const elsewhere = papers.map((one) => ({ ...one, fields: { ...one.fields, purpose: 'fun' } }));
  expect(descriptionErrors(described([]), elsewhere)[0]).toContain('/purpose must be equal');
  const none = papers.map(({ files: _, ...one }) => ({ ...one, fields: { purpose: 'fun' } }));
  // A form in one piece is not what this call takes.
  expect(descriptionErrors(described([]), none)[0]).toContain('purpose');
});
