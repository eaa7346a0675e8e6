import { settingKind } from '../../setting-kinds.ts';

export const smtpSettings = settingKind('smtp', 'An SMTP server', {
  url: {
    name: 'MAIL_URL',
    about: 'the address of an SMTP server: smtp://user:password@host:port',
    secret: true,
    check: /^smtps?:\/\//,
  },
  from: { name: 'MAIL_FROM', about: 'the sender of every email' },
});
