import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Clock, systemClock } from '../../clock.ts';

/** Fields of a message that Twilio's documentation names and we may send. */
const known = ['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback'];
const asked = ['To', 'From', 'PageSize'];

interface Message {
  sid: string;
  to: string;
  from: string | null;
  messaging_service_sid: string | null;
  body: string;
  status: string;
  direction: string;
  date_created: string;
  error_code: number | null;
  callback: string | null;
}

interface TwilioRequest {
  line: string;
  accept: string | undefined;
  fields: Record<string, string>;
}

/**
 * Twilio's wire for tests, as its documentation has it: form fields in, JSON out, basic auth. It is
 * stricter than Twilio, which ignores a field it does not know.
 */
export async function openTwilioServer(
  account: { accountSid: string; authToken: string },
  clock: Clock = systemClock,
) {
  const messages: Message[] = [];
  const stopped = new Set<string>();
  const landlines = new Set<string>();
  /** What the next texts are answered: a status and an error of Twilio's. */
  const refusals: [status: number, code: number][] = [];
  const requests: TwilioRequest[] = [];
  const trouble: ('lose' | 'busy' | 'break' | 'suspended' | 'strange')[] = [];
  const base = `/2010-04-01/Accounts/${account.accountSid}`;

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const url = new URL(request.url ?? '', 'http://twilio');
    const sent = new URLSearchParams(await text(request));
    requests.push({
      line: `${request.method} ${url.pathname}`,
      accept: request.headers.accept,
      fields: Object.fromEntries(request.method === 'GET' ? url.searchParams : sent),
    });
    const basic = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}`)
      return fault(401, 20003, 'Authenticate');
    const happens = trouble.shift();
    if (happens === 'busy') return fault(429, 20429, 'Too Many Requests');
    if (happens === 'strange') return [200, {}];
    if (happens === 'break') return fault(500, 20500, 'Internal Server Error');
    if (url.pathname === `${base}.json`) {
      return [200, { sid: account.accountSid, status: happens ?? 'active' }];
    }
    const one = /\/Messages\/(\w+)\.json$/.exec(url.pathname)?.[1];
    if (one !== undefined && request.method === 'GET') {
      const found = messages.find(({ sid }) => sid === one);
      return found ? [200, found] : fault(404, 20404, 'Not found');
    }
    if (url.pathname !== `${base}/Messages.json`) return fault(404, 20404, 'Not found');
    if (request.method === 'GET') return list(url.searchParams);
    if (request.method !== 'POST') return fault(405, 20004, 'Method not allowed');
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('application/x-www-form-urlencoded')) return fault(415, 415, 'Media type');
    const refusal = refusals.shift();
    if (refusal) return fault(...refusal, 'Refused');
    const made = create(sent);
    if (happens === 'lose') throw new Error('lost');
    return made;
  }

  function create(form: URLSearchParams): [number, object] {
    const stray = [...form.keys()].find((name) => !known.includes(name));
    if (stray) return fault(400, 20001, `Unknown parameter ${stray}`);
    const [to, body] = [form.get('To'), form.get('Body')];
    const [from, service] = [form.get('From'), form.get('MessagingServiceSid')];
    if (!to) return fault(400, 21604, "A 'To' phone number is required.");
    if (!from && !service) return fault(400, 21603, "A 'From' phone number is required.");
    if (!body) return fault(400, 21602, 'Message body is required.');
    if (from && service) return fault(400, 21602, 'One sender is enough');
    if (from && !/^(?:\+\d{8,15}|\d{5,6})$/.test(from)) return fault(400, 21212, "Invalid 'From'");
    if (body.length > 1600) return fault(400, 21617, 'The message body is too long');
    if (!/^\+1\d{10}$/.test(to)) return fault(400, 21211, "Invalid 'To' Phone Number");
    if (service && !/^MG/.test(service)) return fault(400, 21705, 'Messaging service is invalid');
    const callback = form.get('StatusCallback');
    if (callback !== null && !callback.startsWith('https://')) {
      return fault(400, 21609, "Invalid 'StatusCallback'");
    }
    if (stopped.has(to)) return fault(400, 21610, 'Attempt to send to unsubscribed recipient');
    if (landlines.has(to)) return fault(400, 21614, "'To' number is not a valid mobile number");
    const message: Message = {
      sid: `SM${String(messages.length + 1).padStart(32, '0')}`,
      to,
      from,
      messaging_service_sid: service,
      body,
      status: 'queued',
      direction: 'outbound-api',
      date_created: clock.now().toUTCString(),
      error_code: null,
      callback: form.get('StatusCallback'),
    };
    messages.unshift(message);
    return [201, message];
  }

  function list(query: URLSearchParams): [number, object] {
    const stray = [...query.keys()].find((name) => !asked.includes(name));
    if (stray) return fault(400, 20001, `Unknown parameter ${stray}`);
    const size = query.get('PageSize') ?? '50';
    if (!/^[1-9]\d{0,3}$/.test(size)) return fault(400, 20006, 'Page size must be a number');
    const found = messages.filter((one) => !query.get('To') || one.to === query.get('To'));
    const page = { page: 0, page_size: Number(size), next_page_uri: null };
    return [200, { messages: found.slice(0, Number(size)), ...page }];
  }

  const server = createServer((request, response) => {
    const reply = async () => {
      const [status, body] = await answer(request);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    reply().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Newest first. */
    messages,
    stopped,
    landlines,
    refusals,
    /** The latest last. */
    requests,
    /** What became of it; the notice that goes to its callback. */
    move(sid: string, status: string, error: number | null = null) {
      const one = messages.find((each) => each.sid === sid);
      if (!one) throw new Error(`There is no message ${sid}`);
      Object.assign(one, { status, error_code: error });
      const fields = new URLSearchParams({
        AccountSid: account.accountSid,
        ApiVersion: '2010-04-01',
        From: one.from ?? '',
        MessageSid: sid,
        MessageStatus: status,
        SmsSid: sid,
        SmsStatus: status,
        To: one.to,
        ...(error !== null && { ErrorCode: String(error) }),
      });
      const url = one.callback ?? '';
      const signed = [...fields]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flat()
        .join('');
      const signature = createHmac('sha1', account.authToken)
        .update(url + signed)
        .digest('base64');
      return { url, body: fields.toString(), headers: { 'x-twilio-signature': signature } };
    },
    /** What happens to the next requests. */
    trouble,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const fault = (status: number, code: number, message: string): [number, object] => [
  status,
  { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
];
