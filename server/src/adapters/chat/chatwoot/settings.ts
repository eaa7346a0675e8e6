import { settingKind } from '../../../settings/setting-kinds.ts';

export const chatwootSettings = settingKind('chatwoot', 'Chatwoot', {
  url: {
    name: 'CHATWOOT_URL',
    about: 'the address of Chatwoot: https://chat.carrier.example',
    address: true,
    group: 'inbox',
  },
  websiteToken: {
    name: 'CHATWOOT_WEBSITE_TOKEN',
    about: 'the website token of the inbox',
    check: /^[\w-]+$/,
    group: 'inbox',
  },
  hmacKey: {
    name: 'CHATWOOT_HMAC_KEY',
    about: 'the key of the inbox for identity validation',
    secret: true,
    group: 'inbox',
  },
});
