import { minutes } from '../../../clock.ts';
import type { SettingsOf } from '../../../settings/setting-kinds.ts';
import { askOutside, neverSent } from '../../ask-outside.ts';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { SmsPort, TextMessage } from '../sms.ts';
import { deliveryOf, readNotice } from './delivery.ts';
import type { twilioSettings } from './settings.ts';

export type TwilioSettings = Omit<SettingsOf<typeof twilioSettings>, 'kind'>;

const ANSWER_MS = 15_000;
/** Between our clock and Twilio's. */
const CLOCKS_DIFFER = minutes(2);

/** The recipient answered STOP. */
const STOPPED = 21610;
/** About the number: another try changes nothing. https://www.twilio.com/docs/api/errors */
const final: Readonly<Record<number, string>> = {
  21211: 'not_a_number',
  21214: 'cannot_be_reached',
  21217: 'not_a_number',
  21408: 'region_not_allowed',
  21612: 'cannot_be_reached',
  21614: 'not_a_mobile_number',
};

interface Listed {
  sid: string;
  to: string;
  body: string;
  status: string;
  direction: string;
  date_created: string;
}

export function twilioSms({ accountSid, authToken, from, apiUrl }: TwilioSettings): SmsPort {
  const account = `${apiUrl}/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };

  async function ask(url: string, form?: Record<string, string>) {
    const answer = await askOutside(url, {
      method: form ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(form && { body: new URLSearchParams(form) }),
    }).catch((error: unknown) => {
      throw new OutsideFailure('Twilio', neverSent(error) ? 'not_done' : 'unknown', error);
    });
    const body = (await answer.json().catch((error: unknown) => {
      throw new OutsideFailure('Twilio', 'unknown', error);
    })) as Record<string, unknown>;
    return { status: answer.status, ok: answer.ok, body };
  }

  return {
    name: 'twilio',
    async send({ to, body: text, noticeUrl }) {
      const { status, ok, body } = await ask(`${account}/Messages.json`, {
        To: to,
        ...sender,
        Body: text,
        ...(noticeUrl && { StatusCallback: noticeUrl }),
      });
      if (ok) {
        if (typeof body.sid !== 'string') throw new OutsideFailure('Twilio', 'unknown');
        return { kind: 'sent', ref: body.sid };
      }
      const code = Number(body.code);
      if (code === STOPPED) return { kind: 'stopped' };
      const reason = final[code];
      if (reason) return { kind: 'refused', reason };
      // A 4xx was not taken; of a 5xx nobody knows. The number and the words stay out of logs.
      const cause = new Error(`Twilio answered ${status}, error ${code}`);
      throw new OutsideFailure('Twilio', status < 500 ? 'not_done' : 'unknown', cause);
    },
    async find(message, since) {
      // Newest first. Not by DateSent, which a message that waits does not have.
      const query = new URLSearchParams({ To: message.to, PageSize: '50' });
      const { ok, status, body } = await ask(`${account}/Messages.json?${query.toString()}`);
      if (!ok || !Array.isArray(body.messages)) {
        throw new OutsideFailure('Twilio', 'not_done', new Error(`Twilio answered ${status}`));
      }
      const same = (body.messages as Listed[]).find((one) => isSame(one, message, since));
      return same && { ref: same.sid };
    },
    async look(ref) {
      const { ok, status, body } = await ask(`${account}/Messages/${encodeURIComponent(ref)}.json`);
      if (!ok) {
        throw new OutsideFailure('Twilio', 'not_done', new Error(`Twilio answered ${status}`));
      }
      return deliveryOf(String(body.status), Number(body.error_code ?? 0));
    },
    readNotice: (notice) => readNotice(notice, authToken),
    async check() {
      const { status, ok, body } = await ask(`${account}.json`);
      if (status === 401) {
        throw new CheckFailed(
          'Twilio',
          'The account SID or the auth token is refused. Compare TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN with the console',
        );
      }
      if (!ok) throw new OutsideFailure('Twilio', 'not_done', new Error(`it answered ${status}`));
      if (body.status !== 'active') {
        throw new CheckFailed(
          'Twilio',
          `The account is ${String(body.status)}. Look at the console`,
        );
      }
    },
  };
}

/** A trial account puts its own words before ours. */
function isSame(one: Listed, { to, body }: TextMessage, since: Date): boolean {
  return (
    one.to === to &&
    one.direction !== 'inbound' &&
    one.body.endsWith(body) &&
    !['failed', 'undelivered', 'canceled'].includes(one.status) &&
    Date.parse(one.date_created) >= since.getTime() - CLOCKS_DIFFER
  );
}
