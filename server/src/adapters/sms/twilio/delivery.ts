import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TextDelivery } from '../sms.ts';

/** https://www.twilio.com/docs/api/errors */
const reasons: Readonly<Record<number, TextDelivery>> = {
  21610: 'stopped',
  21614: 'dead_number',
  30003: 'unreachable',
  30005: 'dead_number',
  30006: 'dead_number',
  30007: 'filtered',
  30024: 'unregistered',
  30032: 'unregistered',
  30033: 'unregistered',
  30034: 'unregistered',
  30035: 'unregistered',
};

const arrived: ReadonlySet<string> = new Set(['delivered', 'read']);
const lost: ReadonlySet<string> = new Set(['undelivered', 'failed', 'canceled']);

export function deliveryOf(status: string, error: number): TextDelivery {
  if (arrived.has(status)) return 'delivered';
  return lost.has(status) ? (reasons[error] ?? 'failed') : 'under_way';
}

/** https://www.twilio.com/docs/usage/security: over the address and the sorted fields, by the auth token. */
export function twilioSignature(url: string, fields: URLSearchParams, authToken: string): string {
  const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = url + sorted.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(signed).digest('base64');
}

export function readNotice(
  {
    url,
    headers,
    body,
  }: { url: string; headers: Readonly<Record<string, string | undefined>>; body: string },
  authToken: string,
): { ref: string; isFinal: boolean } | undefined {
  const fields = new URLSearchParams(body);
  const wanted = Buffer.from(twilioSignature(url, fields, authToken));
  const given = Buffer.from(headers['x-twilio-signature'] ?? '');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const ref = fields.get('MessageSid');
  const status = fields.get('MessageStatus') ?? '';
  return ref ? { ref, isFinal: arrived.has(status) || lost.has(status) } : undefined;
}
