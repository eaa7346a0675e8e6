import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { LineState } from '../carrier-lines.ts';
import type { Answer } from './wire.ts';

/** What a subscriber is, by `attStatus`. Undefined for a word that was not seen before. */
export function lineStateOf(answer: Answer): LineState | undefined {
  const word = answer.told('attStatus') || answer.told('status');
  if (/^active$/i.test(word)) return 'active';
  if (/suspend/i.test(word)) return 'suspended';
  return /cancel|deactiv|disconnect/i.test(word) ? 'released' : undefined;
}

export const SIM_NOT_OURS = '910';
export const PORT_IN_CONFLICT = '951';
const PORT_IN_UNKNOWN = '948';

/** The code is also used for other things. */
export const isNoPortIn = ({ code, text }: Answer) =>
  code === PORT_IN_UNKNOWN && /does not exist/i.test(text);

/** It is about us, and says nothing of a line. */
export const isNoLogin = (text: string) =>
  /session|token|authent|authori[sz]|credential|login|user ?name/i.test(text);

export const isNoSubscriber = ({ isDone, text }: Answer) =>
  !isDone && !isNoLogin(text) && /(?:does not exist|not found|invalid msisdn)/i.test(text);

/** `Conflict ~ statusReasonCode - 8A ~ statusReasonDescription - Account number required` */
const embedded = /statusReasonCode\s*-\s*(\w+)(?:\s*~\s*statusReasonDescription\s*-\s*(.*))?/i;

const reasons: Readonly<Record<string, PortInReason>> = {
  '8A': 'account_number',
  '6B': 'transfer_pin',
  '8C': 'transfer_pin',
  '8D': 'zip',
  '9E': 'zip',
  '7C': 'name',
  '7T': 'not_portable',
  '6P': 'port_locked',
};

export function rejectionOf({ code, text }: Answer) {
  const [, inner, words] = embedded.exec(text) ?? [];
  const reason = reasons[inner?.toUpperCase() ?? ''] ?? 'unknown';
  return { reason, raw: { code: inner ?? code, text: words?.trim() || text } };
}

/** Of a port-in that was not made. Undefined: trouble, to be tried again. */
export function notMade({ code, text }: Answer): PortInReason | undefined {
  if (/not eligible/i.test(text)) return 'not_portable';
  if (/(?:street\w* is invalid|city is blank|invalid address)/i.test(text)) return 'address';
  if (/invalid zip/i.test(text)) return 'zip';
  return code === SIM_NOT_OURS ? 'never_created' : undefined;
}
