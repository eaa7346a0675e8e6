import { settingKind, type SettingsOf } from '../../../settings/setting-kinds.ts';

export const uspsSettings = settingKind('usps', 'USPS Addresses', {
  clientId: { name: 'USPS_CLIENT_ID', about: 'the consumer key of an app', group: 'account' },
  clientSecret: {
    name: 'USPS_CLIENT_SECRET',
    about: 'the consumer secret of an app',
    secret: true,
    group: 'account',
  },
  apiUrl: {
    name: 'USPS_API_URL',
    about: 'an https address',
    address: true,
    default: 'https://apis.usps.com',
  },
});

export type UspsSettings = Omit<SettingsOf<typeof uspsSettings>, 'kind'>;
