import { settingKind, type SettingsOf } from '../../../settings/setting-kinds.ts';

export const avalaraSettings = settingKind('avalara', 'Avalara for Communications', {
  url: {
    name: 'AVALARA_URL',
    about: 'an https address',
    address: true,
    default: 'https://communications.avalara.net',
  },
  apiKey: {
    name: 'AVALARA_API_KEY',
    about: 'an API key, or user:password',
    secret: true,
    group: 'account',
  },
  clientId: { name: 'AVALARA_CLIENT_ID', about: 'a client id, a number', group: 'account' },
  clientProfile: {
    name: 'AVALARA_CLIENT_PROFILE',
    about: 'a client profile, a number',
    optional: true,
    check: /^\d+$/,
  },
  pairs: {
    name: 'AVALARA_PAIRS',
    about: 'what each thing sold is: plan:13/6,activation:13/11,line:13/98,add_on:13/577',
    default: 'plan:13/6,activation:13/11,line:13/98,add_on:13/577',
    check: /^plan:\d+\/\d+,activation:\d+\/\d+,line:\d+\/\d+,add_on:\d+\/\d+$/,
  },
});

export type AvalaraSettings = Omit<SettingsOf<typeof avalaraSettings>, 'kind'>;
