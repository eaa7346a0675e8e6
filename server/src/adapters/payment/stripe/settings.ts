import { settingKind } from '../../../settings/setting-kinds.ts';

/** The keys of one account belong together; a test's key with a live one would lose money. */
const group = 'account';

export const stripeSettings = settingKind('stripe', 'Stripe', {
  secretKey: {
    name: 'STRIPE_SECRET_KEY',
    about: 'the secret key, or a restricted one: sk_live_…',
    check: /^[sr]k_(?:live|test)_\w+$/,
    secret: true,
    group,
  },
  publishableKey: {
    name: 'STRIPE_PUBLISHABLE_KEY',
    about: 'the publishable key: pk_live_…',
    check: /^pk_(?:live|test)_\w+$/,
    group,
  },
  webhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    about: 'the signing secret of the endpoint /app/notices/payment/<brand id>: whsec_…',
    check: /^whsec_\w+$/,
    secret: true,
    group,
  },
  apiUrl: {
    name: 'STRIPE_API_URL',
    about: 'where Stripe’s API is; another address for tests',
    default: 'https://api.stripe.com',
    address: true,
  },
  scriptUrl: {
    name: 'STRIPE_SCRIPT_URL',
    about: 'where browsers load Stripe’s script from; another address for tests',
    default: 'https://js.stripe.com/endive/stripe.js',
    address: true,
  },
});
