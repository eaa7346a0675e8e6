import { randomUUID } from 'node:crypto';
import harbor from '../brands/harbor/plans.json' with { type: 'json' };
import { gigsProject } from '../server/src/testing/gigs/project.ts';
import { startGigsServer } from '../server/src/testing/gigs/server.ts';
import { signAsSvix } from '../server/src/adapters/carrier/svix-signature.ts';
import { signAsStripe } from '../server/src/adapters/payment/stripe/signature.ts';
import { openMailServer } from '../server/src/testing/mail-server.ts';
import { startStripe } from '../server/src/testing/stripe/server.ts';
import { harborFooter, harborMetas, openStrapi } from '../server/src/testing/strapi/server.ts';
import { openChatwootServer } from './chat-stand-ins.ts';
import { type Gate, openGate } from './gate.ts';

const stripeKeys = {
  secretKey: 'sk_test_harbor',
  publishableKey: 'pk_test_harbor',
  webhookSecret: 'whsec_harbor',
};
const gigsKeys = { project: 'portside-walk', apiKey: 'gigs-walk-key' };
const gigsWebhookKey = Buffer.from('a webhook key of a test project.');

export const serviceNames = ['payment', 'carrier', 'mail', 'content', 'chat'] as const;
type ServiceName = (typeof serviceNames)[number];

export type OutsideServices = Awaited<ReturnType<typeof openOutsideServices>>;

/** One of each that a brand may be connected to, on this machine, and a gate before each. */
export async function openOutsideServices() {
  let moved = 0;
  const now = () => new Date(Date.now() + moved);
  const stripe = await startStripe({ ...stripeKeys, now });
  const project = gigsProject(now);
  // As the doctor asks of a brand: its carrier knows each plan on sale.
  for (const { id } of harbor.plans) project.addPlan(id);
  // The demo's customers have numbers of the first ones.
  for (let skipped = 0; skipped < 600; skipped += 1) project.newNumber();
  const gigs = await startGigsServer(project, gigsKeys);
  const mail = await openMailServer();
  const strapi = await openStrapi({ version: 5, token: 'strapi-walk-token' });
  strapi.state.footers = [harborFooter];
  strapi.state.metas = [...harborMetas];
  const chatwoot = await openChatwootServer('site-walk');
  const urls: Record<ServiceName, string> = {
    payment: stripe.url,
    carrier: gigs.url,
    mail: mail.url,
    content: strapi.url,
    chat: chatwoot.url,
  };
  const opened = await Promise.all(
    serviceNames.map(async (name) => [name, await openGate(urls[name])] as const),
  );
  const gates = Object.fromEntries(opened) as Record<ServiceName, Gate>;

  /** What the services tell the product, in the wrong order, some of it twice. */
  function newNotices(): { port: 'payment' | 'carrier'; body: string; headers: object }[] {
    const paid = stripe.work().map(({ body }) => ({
      port: 'payment' as const,
      body,
      headers: { 'stripe-signature': signAsStripe(body, stripeKeys.webhookSecret, now()) },
    }));
    project.step();
    const carried = project.takeEvents().map(({ type, data, time }) => {
      const body = JSON.stringify({
        object: 'event',
        id: `evt_${randomUUID()}`,
        type,
        data,
        datacontenttype: 'application/json',
        project: gigsKeys.project,
        source: 'https://api.gigs.com',
        specversion: '1.0',
        time: time.toISOString(),
        version: '2026-01-29',
      });
      const headers = signAsSvix(`msg_${randomUUID()}`, body, gigsWebhookKey, now());
      return { port: 'carrier' as const, body, headers };
    });
    return [...paid, ...carried].toReversed().flatMap((one) => [one, one]);
  }

  return {
    stripe,
    gigs,
    mail,
    strapi,
    gates,
    chatwootUrl: gates.chat.url,
    /** All that a brand needs to be connected to them. */
    settings: {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: gates.payment.url,
      GIGS_PROJECT: gigsKeys.project,
      GIGS_API_KEY: gigsKeys.apiKey,
      GIGS_WEBHOOK_SECRET: `whsec_${gigsWebhookKey.toString('base64')}`,
      GIGS_API_URL: gates.carrier.url,
      MAIL_URL: gates.mail.url,
      MAIL_FROM: 'Harbor Mobile <hello@harbor.example>',
      STRAPI_URL: gates.content.url,
      STRAPI_TOKEN: 'strapi-walk-token',
      CHATWOOT_URL: gates.chat.url,
      CHATWOOT_WEBSITE_TOKEN: 'site-walk',
      CHATWOOT_HMAC_KEY: 'chat-walk-secret',
    } satisfies Record<string, string>,
    pass(milliseconds: number) {
      moved += milliseconds;
    },
    /** From now on; what is not taken comes again. */
    notify(brandAddress: (port: string) => string): () => Promise<void> {
      const waiting: ReturnType<typeof newNotices> = [];
      let round = Promise.resolve();
      async function send() {
        waiting.push(...newNotices());
        for (const one of waiting.splice(0)) {
          const headers = { 'content-type': 'application/json', ...one.headers };
          const answer = await fetch(brandAddress(one.port), {
            method: 'POST',
            headers,
            body: one.body,
          }).catch(() => undefined);
          if (!answer?.ok) waiting.push(one);
        }
      }
      const timer = setInterval(() => {
        round = round.then(send);
      }, 250);
      return async () => {
        clearInterval(timer);
        await round;
      };
    },
    async close() {
      await Promise.all(Object.values(gates).map((gate) => gate.close()));
      chatwoot.close();
      mail.close();
      await Promise.all([stripe.close(), gigs.close(), strapi.close()]);
    },
  };
}
