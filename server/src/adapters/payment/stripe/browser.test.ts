import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { stripePayment } from './payment.ts';
import { stripeSettings } from './settings.ts';

const port = stripePayment(
  {
    secretKey: 'sk_test_one',
    publishableKey: 'pk_test_one',
    webhookSecret: 'whsec_one',
    apiUrl: 'http://stripe-proxy.example',
    scriptUrl: stripeSettings.settings.scriptUrl.default,
  },
  { clock: systemClock, log: pino({ level: 'silent' }) },
);

test('[M01] [I22] browsers are told the publishable key and Stripe’s own script, and no secret', () => {
  expect(port.browser('https://shop.example')).toEqual({
    kind: 'stripe',
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    publishableKey: 'pk_test_one',
  });
});

test('[M01] a page that pays may load Stripe and nobody else, whatever stands before our server', () => {
  const sources = port.sources();
  expect(sources).toEqual({
    'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    'img-src': ['https://*.stripe.com'],
    'trusted-types': ['default'],
  });
});
