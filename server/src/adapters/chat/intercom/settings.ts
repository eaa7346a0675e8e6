import { settingKind } from '../../../settings/setting-kinds.ts';

export const intercomSettings = settingKind('intercom', 'Intercom', {
  appId: {
    name: 'INTERCOM_APP_ID',
    about: 'the workspace id of Intercom',
    check: /^[\w-]+$/,
    group: 'workspace',
  },
  secret: {
    name: 'INTERCOM_SECRET',
    about: 'the Messenger API secret of Intercom',
    secret: true,
    group: 'workspace',
  },
  proof: {
    name: 'INTERCOM_PROOF',
    about:
      '`token`, or `hash` for a workspace without JWTs: how Intercom is told who the customer is',
    default: 'token',
    check: /^(hash|token)$/,
  },
});
