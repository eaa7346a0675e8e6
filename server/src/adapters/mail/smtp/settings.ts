import { settingKind } from '../../../settings/setting-kinds.ts';

export const smtpSettings = settingKind('smtp', 'An SMTP server', {
  url: {
    name: 'MAIL_URL',
    about: 'the address of an SMTP server: smtp://user:password@host:port',
    secret: true,
    check: /^smtps?:\/\//,
  },
  from: { name: 'MAIL_FROM', about: 'the sender of every email' },
  replyTo: {
    name: 'MAIL_REPLY_TO',
    about: 'where answers go, instead of the brand’s support address',
    optional: true,
    check: /@/,
  },
  dkimDomain: {
    name: 'DKIM_DOMAIN',
    about: 'the domain that signs emails, the one of MAIL_FROM: carrier.example',
    optional: true,
    check: /^[\w-]+(\.[\w-]+)+$/,
    group: 'dkim',
  },
  dkimSelector: {
    name: 'DKIM_SELECTOR',
    about: 'the name of the key in the DNS: portside for portside._domainkey.carrier.example',
    optional: true,
    check: /^[\w.-]+$/,
    group: 'dkim',
  },
  dkimKey: {
    name: 'DKIM_KEY',
    about: 'a private RSA key as PEM, best from a file',
    optional: true,
    secret: true,
    lines: true,
    check: /^-----BEGIN (RSA )?PRIVATE KEY-----/,
    group: 'dkim',
  },
  bounceSecret: {
    name: 'MAIL_BOUNCE_SECRET',
    about: 'at least 20 characters, which sign the notices of emails that came back',
    optional: true,
    secret: true,
    check: /^.{20,}$/,
  },
});
