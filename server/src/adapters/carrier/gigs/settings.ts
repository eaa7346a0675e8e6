import { settingKind } from '../../../settings/setting-kinds.ts';

export const gigsSettings = settingKind('gigs', 'Gigs', {
  project: {
    name: 'GIGS_PROJECT',
    about: 'the id of a project of Gigs: it is in its dashboard’s address',
    group: 'gigs',
  },
  apiKey: {
    name: 'GIGS_API_KEY',
    about: 'a key of the project, from Developers → API keys',
    secret: true,
    group: 'gigs',
  },
  webhookSecret: {
    name: 'GIGS_WEBHOOK_SECRET',
    about: 'the signing secret of the webhook’s endpoint: whsec_…',
    secret: true,
    // 24 bytes at least. With fewer, or none, others could sign notices, too.
    check: /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
    group: 'gigs',
  },
  checkUser: {
    name: 'GIGS_CHECK_USER',
    about: 'a user of the project that numbers are checked with before there is a customer: usr_…',
    optional: true,
    check: /^usr_/,
  },
  apiUrl: {
    name: 'GIGS_API_URL',
    about: 'the address of Gigs’ API',
    default: 'https://api.gigs.com',
    address: true,
  },
});
