import type { Transporter } from 'nodemailer';
import { OutsideFailure } from '../outside-failure.ts';
import type { MailPort } from './mail.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/**
 * The email's id is its Message-ID, so that mail stores recognize one sent twice. @param settings
 * `from`: its display name is the brand's by default
 */
export function smtpMail(settings: { url: string; from: string }): MailPort & { close(): void } {
  const { protocol, hostname, port, username, password } = new URL(settings.url);
  const secure = protocol === 'smtps:';
  const connections = {
    pool: true as const,
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  };
  let transports: Promise<{ usual: Transporter; urgent: Transporter }> | undefined;
  const open = async () => {
    const { default: nodemailer } = await import('nodemailer');
    return {
      usual: nodemailer.createTransport({ ...connections, maxConnections: 4 }),
      urgent: nodemailer.createTransport({ ...connections, maxConnections: 2 }),
    };
  };
  const domain = settings.from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    name: 'smtp',
    async send(mail) {
      try {
        transports ??= open();
        const { usual, urgent } = await transports;
        await (mail.urgent ? urgent : usual).sendMail({
          from: senderOf(settings.from, mail.from),
          to: mail.to,
          replyTo: mail.replyTo,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return 'accepted';
      } catch (error) {
        return judge(error);
      }
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

/** A 5xx about the email is final; one about our own login is not. */
function judge(error: unknown): 'refused' {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  const aboutTheEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (aboutTheEmail && responseCode >= 500) return 'refused';
  const never = responseCode > 0 || /^E(?:CONNECTION|DNS|AUTH|TLS|CONNREFUSED)$/.test(code);
  throw new OutsideFailure('mail', never ? 'not_done' : 'unknown', error);
}

function senderOf(setting: string, brands: string): string {
  const name = /^(.*?)\s*<[^<>]+>$/.exec(brands)?.[1];
  return setting.includes('<') || !name ? setting : `${name} <${setting}>`;
}
