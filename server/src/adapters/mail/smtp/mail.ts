import type { SendMailOptions, Transporter } from 'nodemailer';
import { OutsideFailure } from '../../outside-failure.ts';
import { dkimOf, type DkimSettings, checkDkim, type ResolveTxt } from './dkim.ts';
import { readMailReturn } from '../mail-returns.ts';
import type { Email, MailPort, MailRefused } from '../mail.ts';
import { adviceOf } from './advice.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;
const USUAL_CONNECTIONS = 4;
const URGENT_CONNECTIONS = 2;

export interface SmtpSettings extends DkimSettings {
  readonly url: string;
  /** Its display name is the brand's by default. */
  readonly from: string;
  readonly replyTo?: string;
  readonly bounceSecret?: string;
}

interface Tries {
  /** Authorities to trust beside the usual ones. */
  ca?: string;
  resolveTxt?: ResolveTxt;
}

/** The email's id is its Message-ID, so that mail stores recognize one sent twice. */
export function smtpMail(
  settings: SmtpSettings,
  tries: Tries = {},
): MailPort & Required<Pick<MailPort, 'check' | 'close'>> {
  const { protocol, hostname, port, username, password } = new URL(settings.url);
  const secure = protocol === 'smtps:';
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const domain = domainOf(settings.from);
  const dkim = dkimOf(settings);
  const connections = {
    pool: true as const,
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Nobody listens between two programs of one machine.
    requireTLS: !secure && !isHere,
    tls: {
      minVersion: 'TLSv1.2' as const,
      rejectUnauthorized: !isHere,
      ...(tries.ca && { ca: tries.ca }),
    },
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...(dkim && { dkim }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  };
  let transports: Promise<{ usual: Transporter; urgent: Transporter }> | undefined;
  const open = async () => {
    const { default: nodemailer } = await import('nodemailer');
    return {
      usual: nodemailer.createTransport({ ...connections, maxConnections: USUAL_CONNECTIONS }),
      urgent: nodemailer.createTransport({ ...connections, maxConnections: URGENT_CONNECTIONS }),
    };
  };
  const written = (mail: Email): SendMailOptions => ({
    from: senderOf(settings.from, mail.from),
    to: mail.to,
    replyTo: settings.replyTo ?? mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return {
    name: 'smtp',
    async send(mail) {
      transports ??= open();
      const { usual, urgent } = await transports;
      try {
        await (mail.urgent ? urgent : usual).sendMail(written(mail));
        return 'accepted';
      } catch (error) {
        return judge(error);
      }
    },
    readReturn: (headers, body, now) =>
      settings.bounceSecret ? readMailReturn(settings.bounceSecret, headers, body, now) : undefined,
    async check() {
      transports ??= open();
      const { usual } = await transports;
      await usual.verify().catch((error: unknown) => {
        throw adviceOf(error);
      });
      await checkDkim(settings, domain, tries.resolveTxt);
    },
    close() {
      void (async () => {
        const { usual, urgent } = (await transports) ?? {};
        usual?.close();
        urgent?.close();
      })();
    },
  };
}

const domainOf = (from: string) => from.replace(/^.*@/, '').replace(/>.*$/, '');

interface SmtpError {
  responseCode?: number;
  code?: string;
  command?: string;
  response?: string;
  syscall?: string;
  message: string;
}

/** A 5xx about recipient or text is final; one about our login or our sender is ours to repair. */
function judge(error: unknown): MailRefused {
  const { responseCode = 0, code = '', command = '', response = '' } = error as SmtpError;
  const { message, syscall } = error as SmtpError;
  const aboutTheEmail = command === 'RCPT TO' || command === 'DATA';
  if (aboutTheEmail && responseCode >= 500) return { refused: oneLine(response) };
  // No server was asked: the address cannot be written into a command.
  if (code === 'EENVELOPE' && command === 'API' && /recipient/i.test(message)) {
    return { refused: '553 5.1.3 The address cannot be used' };
  }
  // A connection that breaks after the text may have delivered it.
  const never = responseCode > 0 || /^E(?:DNS|AUTH|TLS)$/.test(code) || syscall === 'connect';
  throw new OutsideFailure('mail', never ? 'not_done' : 'unknown', error);
}

const MOST_WORDS = 300;
const oneLine = (response: string) => response.replaceAll(/\s+/g, ' ').slice(0, MOST_WORDS);

function senderOf(setting: string, brands: string): string {
  const name = /^(.*?)\s*<[^<>]+>$/.exec(brands)?.[1];
  return setting.includes('<') || !name ? setting : `${name} <${setting}>`;
}
