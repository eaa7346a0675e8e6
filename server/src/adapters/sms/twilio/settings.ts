import { settingKind } from '../../../settings/setting-kinds.ts';

export const twilioSettings = settingKind('twilio', 'Twilio', {
  accountSid: {
    name: 'TWILIO_ACCOUNT_SID',
    about: 'the account SID of Twilio: AC and 32 characters',
    check: /^AC[0-9a-f]{32}$/,
    group: 'account',
  },
  authToken: {
    name: 'TWILIO_AUTH_TOKEN',
    about: 'the auth token of Twilio',
    secret: true,
    group: 'account',
  },
  from: {
    name: 'TWILIO_FROM',
    about: 'a number of the account, +12125550100, or a messaging service, MG and 32 characters',
    check: /^(\+\d{8,15}|\d{5,6}|MG[0-9a-f]{32})$/,
    group: 'account',
  },
  apiUrl: {
    name: 'TWILIO_API_URL',
    about: 'the address of Twilio’s API',
    address: true,
    default: 'https://api.twilio.com',
  },
});
