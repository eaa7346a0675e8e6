import { settingKind, type SettingsOf } from '../../../settings/setting-kinds.ts';

export const wholesaleSettings = settingKind('wholesale', 'A wholesale API', {
  url: { name: 'WHOLESALE_URL', about: 'the http address that takes every request', address: true },
  user: { name: 'WHOLESALE_USER', about: 'the user name of a session', group: 'wholesale' },
  token: {
    name: 'WHOLESALE_TOKEN',
    about: 'the token of a session',
    secret: true,
    group: 'wholesale',
  },
  pin: { name: 'WHOLESALE_PIN', about: 'the PIN of a session', secret: true, group: 'wholesale' },
});

export type WholesaleSettings = Omit<SettingsOf<typeof wholesaleSettings>, 'kind'>;
