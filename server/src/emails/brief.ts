import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';

/**
 * What an email says, in a text message to who allowed them. Never a link or a secret, and a code
 * only to who reads it out to staff.
 */
export interface Brief {
  readonly customerId: string;
  readonly about: 'payment' | 'line' | 'usage' | 'security';
  readonly body: string;
  /** To this number alone, whoever agreed to what. */
  readonly number?: string;
}

export interface SealedText {
  readonly id: string;
  readonly tenant: number;
  readonly customerId: string;
  readonly about: Brief['about'];
  readonly at: string;
  readonly sealed: string;
  readonly number?: string;
}

export const sendText = defineJob<SealedText>('send-text', { atOnce: 4 });

/** Sent only if the transaction commits; who gets it is decided when it is sent (texts). */
export async function queueText(
  app: App,
  tx: Tx,
  tenant: number,
  { body, ...brief }: Brief,
): Promise<void> {
  if (app.adapters.of(tenant).sms.name === 'off') return;
  const id = app.random.id('txt');
  const at = app.clock.now().toISOString();
  const sealed = app.secrets.seal(body, `text:${id}`);
  await app.jobs.enqueue(tx, sendText, { id, tenant, at, sealed, ...brief });
}

const plain: Readonly<Record<string, string>> = {
  á: 'a',
  í: 'i',
  ó: 'o',
  ú: 'u',
  Á: 'A',
  Í: 'I',
  Ó: 'O',
  Ú: 'U',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u{a0}': ' ',
  '\u{202f}': ' ',
};

/** With one other letter a text message holds 70 instead of 160. */
export const inOneSegment = (text: string) =>
  text.replaceAll(/[^\n -~]/g, (letter) => plain[letter] ?? letter);
